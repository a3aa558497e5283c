// page.js - hands keys, mouse and touch to the program, and paints its cells. files.js stands before it.
//
// It keeps no state of the network and makes no sentence of its own but for what has to do with the page: files, and its end.
(async () => {
  const the = id => document.getElementById(id), letters = new TextEncoder(), words = new TextDecoder();
  const given = id => JSON.parse(the(id).textContent);
  const fault = text => {
    const line = document.createElement('p');
    line.id = 'fault';
    line.textContent = text;
    document.body.prepend(line);
  };
  if (!window.WebAssembly || !window.DecompressionStream) return fault('This browser is too old: Chromium 91, Firefox 113, Safari 16.4 or later will do.');

  // ---- the module and its files
  const table = new Map(), kept = 'wormscope:';
  for (const [path, text] of Object.entries(given('files'))) table.set(path, letters.encode(text));
  const shipped = new Set(table.keys());
  try { // what is remembered of the user; without storage all works, and is forgotten
    for (const key of Object.keys(localStorage)) if (key.startsWith(kept)) table.set(key.slice(kept.length), letters.encode(localStorage[key]));
  } catch { /* none */ }
  const packed = Uint8Array.from(atob(the('module').textContent), letter => letter.charCodeAt(0));
  const code = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
  const said = [], unsaved = new Set(); // files that have changed since they were kept, or taken away
  let x, changed = false; // a file has, since files_tell
  x = (await WebAssembly.instantiate(code, { wasi_snapshot_preview1: wasi_of(table, () => x.memory, text => said.push(text), path => { unsaved.add(path); changed = true; }) })).instance.exports;
  x._initialize();
  const bytes = () => new Uint8Array(x.memory.buffer);
  const read = at => { const all = bytes(); return words.decode(all.slice(at, all.indexOf(0, at))); };
  const give = text => { const list = letters.encode(text), at = x.page_room(list.length); bytes().set(list, at); return at; };
  const tell = (call, text) => { const at = give(text); call(at); x.page_free(at); };

  // ---- cells become pixels: a cell is a whole number of device pixels
  const canvas = the('picture'), pen = canvas.getContext('2d', { alpha: false });
  const sheet = document.createElement('canvas'), ink = sheet.getContext('2d', { alpha: false });
  const ACROSS = 128, MOST = 8192, shapes = new Map(), where = new Map();
  let letter = innerWidth < 600 ? 12 : 15, columns, rows, wide, high, ratio, last = [], painted = 0;
  const colour = number => '#' + number.toString(16).padStart(6, '0');
  const room = document.querySelector('main');
  const cells_that_fit = () => [Math.max(40, Math.floor(room.clientWidth * ratio / wide)), Math.max(16, Math.floor(room.clientHeight * ratio / high))];
  const lay_out = () => {
    ratio = devicePixelRatio;
    wide = Math.max(6, Math.round(letter * 0.5 * ratio));
    high = 2 * wide;
    [columns, rows] = cells_that_fit();
    canvas.width = columns * wide;
    canvas.height = rows * high;
    canvas.style.width = canvas.width / ratio + 'px';
    canvas.style.height = canvas.height / ratio + 'px';
    sheet.width = ACROSS * wide;
    sheet.height = MOST / ACROSS * high;
    where.clear();
    last = [];
  };
  const shape_of = sign => {
    if (!shapes.has(sign)) {
      const path = read(x.page_shape(sign));
      shapes.set(sign, { path: path && new Path2D(path), veil: x.page_veil(sign) });
    }
    return shapes.get(sign);
  };
  // The place in the sheet of a sign in its colours, which is painted there once.
  const place_of = (sign, fore, ground, bits) => {
    const key = sign + ',' + fore + ',' + ground + ',' + bits;
    if (where.has(key)) return where.get(key);
    if (where.size === MOST) where.clear();
    const place = where.size, left = place % ACROSS * wide, top = Math.floor(place / ACROSS) * high, { path, veil } = shape_of(sign);
    where.set(key, place);
    ink.save();
    ink.beginPath();
    ink.rect(left, top, wide, high);
    ink.clip();
    ink.fillStyle = colour(ground);
    ink.fillRect(left, top, wide, high);
    ink.fillStyle = colour(fore);
    if (path) {
      ink.globalAlpha = 1 - veil / 100;
      ink.setTransform(wide / 16, 0, 0, high / 32, left, top);
      ink.fill(path);
    } else if (sign !== 32) {
      ink.font = (bits & 1 ? 'bold ' : '') + Math.round(wide * 1.66) + 'px "DejaVu Sans Mono",Menlo,Consolas,"Liberation Mono",monospace';
      ink.fillText(String.fromCodePoint(sign), left, top + Math.round(high * 0.76));
    }
    if (bits & 2) {
      ink.setTransform(1, 0, 0, 1, 0, 0);
      ink.fillRect(left, top + Math.round(high * 0.88), wide, Math.max(1, Math.round(ratio)));
    }
    ink.restore();
    return place;
  };
  // Paints what has changed; false: nothing has been drawn.
  const show = () => {
    const at = x.page_cells();
    if (!at) return false;
    const cells = new Uint32Array(x.memory.buffer, at, columns * rows * 4).slice();
    painted++;
    for (let i = 0; i < columns * rows; i++) {
      const k = 4 * i;
      if (last[k] === cells[k] && last[k + 1] === cells[k + 1] && last[k + 2] === cells[k + 2] && last[k + 3] === cells[k + 3]) continue;
      const place = place_of(cells[k], cells[k + 1], cells[k + 2], cells[k + 3]);
      pen.drawImage(sheet, place % ACROSS * wide, Math.floor(place / ACROSS) * high, wide, high, i % columns * wide, Math.floor(i / columns) * high, wide, high);
    }
    last = cells;
    if (!the('text').hidden) the('text').textContent = rows_of().join('\n');
    return true;
  };
  const rows_of = () => Array.from({ length: rows }, (_, y) =>
    Array.from({ length: columns }, (_, i) => String.fromCodePoint(last[4 * (y * columns + i)] || 32)).join('').trimEnd());

  // ---- the loop: nothing is armed while nothing is due
  const soon = new MessageChannel();
  let armed = 0, turns = 0, ended = false;
  const turn = number => {
    if (number !== armed || ended) return;
    armed = 0;
    try {
      const wait = x.page_tick();
      if (show()) look_after();
      if (changed) files_tell();
      arm(wait);
    } catch (error) { stop(error); }
  };
  const arm = wait => {
    if (wait < 0) return;
    const number = armed = ++turns;
    if (wait === 0) soon.port2.postMessage(number);
    else if (wait <= 17) requestAnimationFrame(() => turn(number));
    else setTimeout(() => turn(number), wait);
  };
  soon.port1.onmessage = event => turn(event.data);
  const act = () => { armed = ++turns; turn(armed); };
  // Out of memory, or a fault of the program: what was recorded and saved is still there.
  const stop = error => {
    ended = true;
    fault('The program has ended: ' + (said.join('').trim() || error.message) + '. Files that were saved are still below.');
    files_tell();
  };
  const safely = call => { if (!ended) { try { call(); act(); } catch (error) { stop(error); } } };

  // ---- keys
  const BASE = 0x110000;
  const special = { ArrowUp: BASE, ArrowDown: BASE + 1, ArrowLeft: BASE + 2, ArrowRight: BASE + 3, Home: BASE + 4, End: BASE + 5, PageUp: BASE + 6,
    PageDown: BASE + 7, Insert: BASE + 8, Delete: BASE + 9, Tab: 9, Enter: 13, Escape: 27, Backspace: 127 };
  for (let i = 1; i <= 12; i++) special['F' + i] = BASE + 10 + i;
  let leaves = false;
  const code_of = event => {
    if (event.metaKey || event.altKey) return 0;
    if (event.ctrlKey) return event.key.length === 1 && 'rlp'.includes(event.key) ? event.key.charCodeAt(0) - 96 : 0;
    if (event.key === 'Tab' && event.shiftKey) return BASE + 10;
    return special[event.key] ?? ([...event.key].length === 1 ? event.key.codePointAt(0) : 0);
  };
  const key_down = event => {
    if (event.key === 'Tab' && leaves) return; // Esc, then Tab leaves the picture
    const code = event.isComposing ? 0 : code_of(event);
    leaves = event.key === 'Escape';
    if (!code) return;
    event.preventDefault();
    safely(() => x.page_key(code, 0));
  };
  canvas.addEventListener('keydown', key_down);
  the('typed').addEventListener('keydown', event => { if (event.key.length > 1 && event.key !== 'Unidentified') key_down(event); });
  the('typed').addEventListener('input', () => { // a phone's keyboard, and input methods
    const text = the('typed').value;
    the('typed').value = '';
    safely(() => { for (const sign of text) x.page_key(sign.codePointAt(0), 0); });
  });
  document.addEventListener('paste', event => {
    const text = event.clipboardData.getData('text');
    event.preventDefault();
    safely(() => { for (const sign of text) x.page_key(sign.codePointAt(0), 1); });
  });

  // ---- mouse and touch: tap, long press (the menu), drag, two fingers (zoom)
  const LONG = 500, fingers = new Map();
  let press = 0, apart = 0, moved = false;
  const at_cell = event => [Math.floor(event.offsetX * ratio / wide), Math.floor(event.offsetY * ratio / high)];
  const mouse = (button, event, down) => { const [column, row] = at_cell(event); safely(() => x.page_mouse(button, column, row, down)); };
  const distance = () => { const [a, b] = [...fingers.values()]; return Math.hypot(a[0] - b[0], a[1] - b[1]); };
  canvas.addEventListener('pointerdown', event => {
    canvas.focus({ preventScroll: true });
    fingers.set(event.pointerId, [event.offsetX, event.offsetY]);
    clearTimeout(press);
    moved = false;
    if (fingers.size === 2) { apart = distance(); return; }
    if (event.pointerType === 'touch') press = setTimeout(() => { press = 0; mouse(2, event, 1); mouse(2, event, 0); }, LONG);
    else mouse(event.button === 2 ? 2 : 0, event, 1);
  });
  canvas.addEventListener('pointermove', event => {
    if (!fingers.has(event.pointerId)) return;
    const [left, top] = fingers.get(event.pointerId), far = Math.hypot(event.offsetX - left, event.offsetY - top) > 8;
    if (fingers.size === 2) {
      fingers.set(event.pointerId, [event.offsetX, event.offsetY]);
      const now = distance(), key = now > apart * 1.3 ? 'z' : now < apart / 1.3 ? 'Z' : '';
      if (key) { apart = now; safely(() => x.page_key(key.charCodeAt(0), 0)); }
      return;
    }
    if (event.pointerType === 'touch') {
      if (far && press) { clearTimeout(press); press = 0; moved = true; mouse(0, event, 1); }
      if (moved) mouse(32, event, 1);
    } else mouse(event.buttons & 2 ? 34 : 32, event, 1);
  });
  const pointer_up = event => {
    const was = fingers.size;
    fingers.delete(event.pointerId);
    if (was === 2) return;
    if (event.pointerType !== 'touch') return mouse(event.button === 2 ? 2 : 0, event, 0);
    if (press) { clearTimeout(press); press = 0; mouse(0, event, 1); mouse(0, event, 0); } else if (moved) mouse(0, event, 0);
  };
  canvas.addEventListener('pointerup', pointer_up);
  canvas.addEventListener('pointercancel', pointer_up);
  canvas.addEventListener('wheel', event => { event.preventDefault(); mouse(event.deltaY < 0 ? 64 : 65, event, 1); }, { passive: false });
  canvas.addEventListener('contextmenu', event => event.preventDefault());

  // ---- what is beside the picture: buttons for keys, words for who cannot see, files
  let shown_buttons = '', shown_colours = '', spoken = -Infinity;
  const button_of = ({ key, name, does }) => {
    const button = document.createElement('button'), bold = document.createElement('b');
    button.type = 'button';
    bold.textContent = name;
    button.append(bold, does);
    button.onclick = () => safely(() => x.page_key(key, 0));
    return button;
  };
  const colours_show = () => {
    const text = read(x.page_colours());
    if (text === shown_colours) return;
    shown_colours = text;
    for (const pair of text.split(';').filter(Boolean)) document.documentElement.style.setProperty(...pair.split(':'));
  };
  const look_after = () => {
    colours_show();
    const text = read(x.page_buttons());
    if (text !== shown_buttons) {
      const focused = document.activeElement?.closest?.('#keys') ? [...the('keys').children].indexOf(document.activeElement) : -1;
      shown_buttons = text;
      the('keys').replaceChildren(...JSON.parse(text).filter(row => row.key).map(button_of));
      the('keys').children[focused]?.focus();
    }
    if (performance.now() - spoken > 5000) {
      const summary = read(x.page_summary());
      spoken = performance.now();
      canvas.setAttribute('aria-label', summary + ' Esc, then Tab leaves the picture.');
      if (the('said').textContent !== summary) the('said').textContent = summary;
    }
  };
  const own_files = () => [...table.keys()].filter(path => path.startsWith('/files/') && !shipped.has(path) && !opened.has(path));
  const opened = new Set();
  // What the program remembers of the user is kept at once; what lies in /files waits for its button.
  const files_tell = () => {
    changed = false;
    for (const path of [...unsaved].filter(path => path.startsWith('/home/') || !table.has(path))) {
      unsaved.delete(path);
      try {
        if (!table.has(path)) localStorage.removeItem(kept + path);
        else if (table.get(path).length < 1 << 18) localStorage[kept + path] = words.decode(table.get(path));
      } catch { /* no storage */ }
    }
    files_left(own_files().filter(path => unsaved.has(path)));
  };
  const files_left = left => {
    the('save').disabled = own_files().length === 0;
    the('save').textContent = left.length ? 'save files (' + left.length + ')' : 'files';
    window.onbeforeunload = left.length ? event => event.preventDefault() : null;
  };
  the('save').onclick = () => {
    for (const path of own_files()) {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([table.get(path)]));
      link.download = path.slice(path.lastIndexOf('/') + 1);
      link.click();
    }
    unsaved.clear();
    files_left([]);
  };
  const take_files = async list => {
    const LARGE = 64 << 20;
    for (const file of list) {
      if (file.size > LARGE) { the('said').textContent = file.name + ' has ' + file.size + ' bytes; at most ' + LARGE + ' can be opened'; continue; }
      const path = '/files/' + file.name.replace(/[^\w.-]/g, '_');
      table.set(path, new Uint8Array(await file.arrayBuffer()));
      opened.add(path);
      if (!/\.net$/.test(path)) safely(() => tell(x.page_line, 'open ' + path));
    }
    canvas.focus();
  };
  the('open').onclick = () => the('chosen').click();
  the('chosen').onchange = () => take_files(the('chosen').files);
  document.addEventListener('dragover', event => event.preventDefault());
  document.addEventListener('drop', event => { event.preventDefault(); take_files(event.dataTransfer.files); });

  // ---- settings: each change is the line that sets it; what the program says to it is shown
  const set = (name, value) => {
    safely(() => tell(x.page_line, 'set ' + name + ' ' + value));
    the('answer').textContent = read(x.page_message());
    settings_show();
  };
  const control = (kind, type, value, label) => {
    const it = document.createElement(kind);
    if (type) it.type = type;
    it.setAttribute('aria-label', label);
    it.value = value;
    return it;
  };
  // A slider goes by factors where the range is wide.
  const slider_of = (row, field) => {
    const wide_range = row.max > 1000 * row.step, low = Math.max(row.min, row.step), steps = 200;
    const to = part => wide_range ? (part === 0 ? row.min : low * Math.pow(row.max / low, part / steps)) : row.min + (row.max - row.min) * part / steps;
    const from = value => wide_range ? (value <= low ? 0 : steps * Math.log(value / low) / Math.log(row.max / low)) : steps * (value - row.min) / (row.max - row.min);
    const slider = control('input', 'range', 0, row.name);
    slider.max = steps;
    slider.value = from(Number(row.value));
    slider.oninput = () => { field.value = Number((Math.round(to(Number(slider.value)) / row.step) * row.step).toPrecision(9)); };
    slider.onchange = () => set(row.name, field.value);
    return slider;
  };
  const row_of = row => {
    const label = document.createElement('label'), name = document.createElement('span'), doc = document.createElement('small');
    name.textContent = row.name + (row.unit ? ', ' + row.unit : '');
    doc.textContent = row.doc;
    const field = row.choices.length ? control('select', '', '', row.name) : control('input', 'text', row.value, row.name);
    for (const choice of row.choices) field.add(new Option(choice, choice, false, choice === row.value));
    field.onchange = () => set(row.name, field.value);
    label.append(name, ...(row.min === undefined ? [] : [slider_of(row, field)]), field, doc);
    if (row.min === undefined) field.style.setProperty('grid-column', '2/-1');
    return label;
  };
  const settings_show = () => {
    const focused = document.activeElement?.getAttribute('aria-label'), kind = document.activeElement?.type;
    the('rows').replaceChildren(...JSON.parse(read(x.page_settings())).map(row_of));
    [...the('rows').querySelectorAll('input,select')].find(it => it.getAttribute('aria-label') === focused && it.type === kind)?.focus();
  };
  the('settings').onclick = () => { the('answer').textContent = ''; settings_show(); the('sheet').showModal(); };
  the('sheet').onclose = () => canvas.focus();

  // ---- size
  const resize = () => { lay_out(); safely(() => x.page_size(columns, rows)); };
  const letters_by = step => { letter = Math.min(40, Math.max(10, letter + step)); resize(); canvas.focus(); };
  the('smaller').onclick = () => letters_by(-1);
  the('larger').onclick = () => letters_by(1);
  the('as_text').onclick = () => {
    const text = the('text');
    text.hidden = !text.hidden;
    canvas.hidden = !text.hidden;
    the('as_text').setAttribute('aria-pressed', String(!text.hidden));
    text.textContent = rows_of().join('\n');
  };
  new ResizeObserver(() => {
    if (ratio !== devicePixelRatio || String(cells_that_fit()) !== String([columns, rows])) resize();
  }).observe(room);

  lay_out();
  const start = given('start'), name = give(start.name);
  if (!x.page_begin(name, columns, rows, matchMedia('(prefers-reduced-motion: reduce)').matches)) return fault(read(x.page_error()));
  if (matchMedia('(prefers-color-scheme: light)').matches) tell(x.page_line, 'theme light');
  if (matchMedia('(prefers-contrast: more)').matches) tell(x.page_line, 'theme projector');
  x.page_draw();
  act();
  canvas.focus();
  window.wormscope = { x, table, read, tell, painted: () => painted, size: () => [columns, rows, wide, high], rows: rows_of, act };
})();

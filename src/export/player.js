"use strict";
(function () {
  // The film: pictures as changes, see film.h.
  const film = JSON.parse(document.getElementById("film").textContent);
  const byId = (id) => document.getElementById(id);
  const cells = film.width * film.height;
  const last = film.pictures.length - 1;
  const UNIT_W = 16, UNIT_H = 32, BASELINE = 24;
  const KEEP = 32; // every so many pictures the whole one is kept, for going back

  // ---- pictures ----

  const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";
  const value = new Uint8Array(128);
  for (let i = 0; i < 64; i++) value[DIGITS.charCodeAt(i)] = i;

  const shown = new Uint32Array(cells);
  const kept = [new Uint32Array(cells)];
  let picture = -1; // the number of the one in `shown`

  function apply(text) {
    let at = 0, cell = 0;
    function number() {
      let sum = 0, scale = 1;
      for (;;) {
        const digit = value[text.charCodeAt(at++)];
        sum += (digit & 31) * scale;
        if (digit < 32) return sum;
        scale *= 32;
      }
    }
    while (at < text.length) {
      cell += number();
      const run = number();
      if (run % 2) {
        shown.fill(number(), cell, cell + (run - 1) / 2);
        cell += (run - 1) / 2;
      } else {
        for (let i = run / 2; i > 0; i--) shown[cell++] = number();
      }
    }
  }

  function goTo(wanted) {
    if (wanted < picture) {
      const whole = Math.floor((wanted + 1) / KEEP);
      shown.set(kept[whole]);
      picture = whole * KEEP - 1;
    }
    while (picture < wanted) {
      apply(film.pictures[++picture]);
      if ((picture + 1) % KEEP === 0 && !kept[(picture + 1) / KEEP]) kept[(picture + 1) / KEEP] = shown.slice();
    }
  }

  const glyphOf = (kind) => film.kinds[2 * kind];
  const styleOf = (kind) => film.styles[film.kinds[2 * kind + 1]];

  // ---- drawing ----

  const canvas = byId("canvas");
  const context = canvas.getContext("2d", { alpha: false });
  const outlines = {};
  for (const code in film.shapes) outlines[code] = new Path2D(film.shapes[code]);
  const FONT = '"DejaVu Sans Mono", Menlo, Consolas, "Liberation Mono", monospace';
  const drawn = new Uint32Array(cells); // kinds that the canvas shows, + 1
  let cellW = 0, cellH = 0, fontSize = 0;
  let larger = false;

  function size() {
    const dense = window.devicePixelRatio || 1;
    // The whole picture and the buttons below it are in sight; where that makes it small, its width counts.
    const below = byId("note").offsetHeight + document.querySelector("nav").offsetHeight + 60;
    const byWidth = byId("view").clientWidth * dense / film.width;
    const byHeight = (window.innerHeight - below) * dense / film.height / 2;
    const least = larger ? Math.ceil(9 * dense) : 2;
    const wide = Math.max(least, Math.floor(Math.min(byWidth, Math.max(byHeight, byWidth * 0.6))));
    if (wide === cellW) return;
    cellW = wide;
    cellH = 2 * wide;
    canvas.width = cellW * film.width;
    canvas.height = cellH * film.height;
    canvas.style.width = canvas.width / dense + "px";
    canvas.style.height = canvas.height / dense + "px";
    byId("sheet").style.width = canvas.style.width;
    context.font = "100px " + FONT;
    fontSize = 100 * cellW / context.measureText("0").width;
    const pre = byId("text");
    pre.style.fontSize = fontSize / dense + "px";
    pre.style.lineHeight = cellH / dense + "px";
    drawn.fill(0);
  }

  function cellDraw(cell) {
    const kind = shown[cell];
    const style = styleOf(kind);
    const glyph = glyphOf(kind);
    const left = (cell % film.width) * cellW;
    const top = Math.floor(cell / film.width) * cellH;
    context.fillStyle = style[1];
    context.fillRect(left, top, cellW, cellH);
    context.fillStyle = style[0];
    if (style[2] & 2) context.fillRect(left, top + Math.round(cellH * 0.88), cellW, Math.max(1, cellH >> 4));
    if (outlines[glyph]) {
      context.setTransform(cellW / UNIT_W, 0, 0, cellH / UNIT_H, left, top);
      context.fill(outlines[glyph]);
      context.setTransform(1, 0, 0, 1, 0, 0);
    } else if (glyph !== 32) {
      context.font = (style[2] & 1 ? "bold " : "") + fontSize + "px " + FONT;
      context.fillText(String.fromCodePoint(glyph), left, top + cellH * BASELINE / UNIT_H);
    }
  }

  function draw() {
    size();
    for (let cell = 0; cell < cells; cell++) {
      if (drawn[cell] === shown[cell] + 1) continue;
      cellDraw(cell);
      drawn[cell] = shown[cell] + 1;
    }
  }

  // The same as text, which can be selected and read aloud.
  const rows = [];
  for (let row = 0; row < film.height; row++) rows.push(byId("text").appendChild(document.createElement("div")));

  function rowText(row) {
    let text = "";
    for (let x = 0; x < film.width; x++) text += String.fromCodePoint(glyphOf(shown[row * film.width + x]));
    return text.replace(/ +$/, "");
  }

  function write() {
    for (let row = 0; row < film.height; row++) {
      const text = rowText(row) + "\n";
      if (rows[row].textContent !== text) rows[row].textContent = text;
    }
  }

  // ---- words ----

  const group = (n) => String(n).replace(/\B(?=(\d{3})+(?!\d))/g, "\u00a0");
  const heads = { note: "", question: "", answer: "", change: "changed: ", commit: "answered: " };
  const chapterText = (chapter) => heads[chapter.kind] + chapter.text;

  // The latest chapter up to a picture; those at the same picture stand together.
  function chapterAt(wanted) {
    let found = -1;
    film.chapters.forEach((chapter, i) => { if (chapter.picture <= wanted) found = i; });
    return found;
  }

  function noteWrite() {
    const at = chapterAt(picture);
    const note = byId("note");
    const here = at < 0 ? [] : film.chapters.filter((c) => c.picture === film.chapters[at].picture);
    note.textContent = here.map(chapterText).join("\n");
    note.className = here.length ? here[here.length - 1].kind : "";
    buttons.forEach((button, i) => {
      const current = here.includes(film.chapters[i]);
      if ((button.getAttribute("aria-current") === "true") === current) return;
      button.setAttribute("aria-current", current);
      if (current) listShow(button);
    });
  }

  function listShow(button) {
    const list = byId("list");
    const top = button.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top + button.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top;
  }

  // "0 to 3 000 every 100 cycles; 3 050": which cycles have a picture.
  function cyclesText() {
    const cycles = film.cycles;
    const parts = [];
    for (let i = 0; i < cycles.length;) {
      let end = i + 1;
      const by = cycles[end] - cycles[i];
      while (end + 1 < cycles.length && cycles[end + 1] - cycles[end] === by) end++;
      if (end - i < 2) { parts.push(group(cycles[i])); i++; continue; }
      parts.push(group(cycles[i]) + " to " + group(cycles[end]) + (by === 1 ? " each" : " every " + group(by)));
      i = end + 1;
    }
    return parts.join(", ");
  }

  // ---- playing ----

  const SPEEDS = [1, 2, 4, 8, 15, 30, 60];
  let playing = false, clock = 0, owed = 0;

  function pictureShow(wanted) {
    goTo(Math.max(0, Math.min(last, wanted)));
    draw();
    write();
    const cycle = film.cycles[picture];
    byId("place").textContent = "cycle " + group(cycle) + " · picture " + (picture + 1) + " of " + (last + 1);
    canvas.setAttribute("aria-label", "the network at cycle " + cycle);
    byId("slider").value = picture;
    byId("slider").setAttribute("aria-valuetext", "cycle " + cycle);
    byId("back").disabled = byId("before").disabled = picture === 0;
    byId("on").disabled = byId("next").disabled = picture === last;
    noteWrite();
  }

  function playSet(wanted) {
    playing = wanted;
    byId("sign").setAttribute("d", playing ? "M6 4h4v16h-4zM14 4h4v16h-4z" : "M7 3l13 9-13 9z");
    byId("play").setAttribute("aria-label", playing ? "pause" : "play");
    clock = 0;
    owed = 0;
    if (playing) requestAnimationFrame(tick);
  }

  // A question stops the film: who has thought goes on.
  const asksAt = (wanted) => film.chapters.some((c) => c.kind === "question" && c.picture === wanted);

  function tick(now) {
    if (!playing) return;
    if (clock) owed += Math.min(now - clock, 1000) / 1000 * Number(byId("speed").value);
    clock = now;
    let steps = Math.floor(owed);
    owed -= steps;
    let wanted = picture;
    while (steps-- > 0 && wanted < last) {
      wanted++;
      if (asksAt(wanted)) { playSet(false); break; }
    }
    if (wanted !== picture) pictureShow(wanted);
    if (picture === last) playSet(false);
    if (playing) requestAnimationFrame(tick);
  }

  function playToggle() {
    if (!playing && picture === last) pictureShow(0);
    playSet(!playing);
  }

  function step(by) {
    playSet(false);
    pictureShow(picture + by);
  }

  function jump(wanted) {
    playSet(false);
    pictureShow(wanted);
  }

  function chapterStep(by) {
    const places = [0].concat(film.chapters.map((c) => c.picture), [last]);
    const found = by > 0 ? places.filter((p) => p > picture).shift() : places.filter((p) => p < picture).pop();
    jump(found === undefined ? (by > 0 ? last : 0) : Math.max(0, found));
  }

  function speedStep(by) {
    const select = byId("speed");
    select.selectedIndex = Math.max(0, Math.min(SPEEDS.length - 1, select.selectedIndex + by));
  }

  function largerToggle() {
    larger = !larger;
    byId("larger").setAttribute("aria-pressed", larger);
    byId("view").className = larger ? "larger" : "";
    draw();
  }

  // ---- hands ----

  const keys = {
    " ": playToggle, ArrowLeft: () => step(-1), ArrowRight: () => step(1), ",": () => step(-1), ".": () => step(1),
    n: () => chapterStep(1), p: () => chapterStep(-1), PageDown: () => chapterStep(1), PageUp: () => chapterStep(-1),
    Home: () => jump(0), End: () => jump(last), "+": () => speedStep(1), "-": () => speedStep(-1), z: largerToggle,
  };

  document.addEventListener("keydown", (event) => {
    const own = event.target.tagName === "SELECT" || event.target.tagName === "SUMMARY";
    const button = event.target.tagName === "BUTTON" && event.key === " ";
    if (own || button || event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });

  let down = null;
  byId("view").addEventListener("pointerdown", (event) => { down = { x: event.clientX, y: event.clientY, time: event.timeStamp }; });
  byId("view").addEventListener("pointercancel", () => { down = null; });
  byId("view").addEventListener("pointerup", (event) => {
    if (!down || event.timeStamp - down.time > 700) return;
    const dx = event.clientX - down.x, dy = event.clientY - down.y;
    down = null;
    if (Math.abs(dx) > 50 && Math.abs(dy) < 40) {
      if (event.pointerType !== "mouse") chapterStep(dx < 0 ? 1 : -1);
      return;
    }
    if (Math.hypot(dx, dy) > 8) return;
    const box = byId("view").getBoundingClientRect();
    const third = Math.floor(3 * (event.clientX - box.left) / box.width);
    if (third < 1) step(-1);
    else if (third > 1) step(1);
    else playToggle();
  });

  // ---- the begin ----

  // A place in the address: #cycle=1200 or #picture=17, counted from 1.
  function addressGo() {
    const parts = /^#(cycle|picture)=(\d+)$/.exec(location.hash);
    if (!parts) return false;
    const number = Number(parts[2]);
    let wanted = number - 1;
    if (parts[1] === "cycle") {
      wanted = 0;
      film.cycles.forEach((cycle, i) => { if (cycle <= number) wanted = i; });
    }
    jump(wanted);
    return true;
  }

  const buttons = film.chapters.map((chapter) => {
    const button = document.createElement("button");
    const cycle = document.createElement("span");
    const words = document.createElement("b");
    button.type = "button";
    button.className = chapter.kind;
    cycle.textContent = group(chapter.cycle);
    words.textContent = chapterText(chapter);
    button.append(cycle, words);
    button.addEventListener("click", () => jump(chapter.picture));
    byId("list").appendChild(document.createElement("li")).appendChild(button);
    const tick = document.createElement("i");
    tick.className = chapter.kind;
    tick.style.left = 100 * chapter.picture / Math.max(1, last) + "%";
    byId("ticks").appendChild(tick);
    return button;
  });
  if (!buttons.length) document.body.className = "plain"; // nothing of chapters is there

  byId("title").textContent = film.title;
  byId("source").textContent = film.source;
  byId("about").querySelector("summary").textContent =
    "One step is one picture: there are " + (last + 1) + ", of cycles " + group(film.cycles[0]) + " to " + group(film.cycles[last]) + ". Which cycles have one?";
  byId("cycles").textContent = "Cycles with a picture: " + cyclesText() + ".";
  SPEEDS.forEach((speed) => {
    const option = document.createElement("option");
    option.value = speed;
    option.textContent = speed + " a second";
    byId("speed").appendChild(option);
  });
  byId("speed").value = 8;
  byId("slider").max = last;
  byId("slider").addEventListener("input", () => jump(Number(byId("slider").value)));
  byId("play").addEventListener("click", playToggle);
  byId("back").addEventListener("click", () => step(-1));
  byId("on").addEventListener("click", () => step(1));
  byId("before").addEventListener("click", () => chapterStep(-1));
  byId("next").addEventListener("click", () => chapterStep(1));
  byId("larger").addEventListener("click", largerToggle);
  window.addEventListener("resize", draw);
  window.addEventListener("hashchange", addressGo);
  if (!addressGo()) pictureShow(0);

  // For whoever looks at the page from outside: where it is, and what it shows.
  window.wormscope = {
    film: film,
    place: () => ({ picture: picture, cycle: film.cycles[picture], playing: playing }),
    show: jump,
    text: () => rows.map((row, i) => rowText(i)).join("\n") + "\n",
    cells: () => Array.from(shown, (kind) => [glyphOf(kind)].concat(styleOf(kind))),
  };
})();

// module.mjs - the program of the page in node: node's clock and files.js, as in a browser.
import fs from 'node:fs';
import path from 'node:path';

const wasi_of = new Function(fs.readFileSync('src/page/files.js', 'utf8') + 'return wasi_of;')();
const code = new WebAssembly.Module(fs.readFileSync((process.env.BUILD ?? 'build') + '/web/page.wasm'));

// All scenarios, lessons and themes, as the page has them.
export const shipped = () => {
  const table = new Map();
  const walk = folder => {
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
      const name = path.join(folder, entry.name);
      if (entry.isDirectory()) walk(name);
      else table.set('/' + name, new Uint8Array(fs.readFileSync(name)));
    }
  };
  walk('scenarios');
  walk('themes');
  return table;
};

// A module of its own with these files; {table, call, text, ...}.
export const begin = (table = shipped()) => {
  let x;
  const said = [];
  const wasi = wasi_of(table, () => x.memory, words => said.push(words), () => {});
  x = new WebAssembly.Instance(code, { wasi_snapshot_preview1: wasi }).exports;
  x._initialize();
  const bytes = () => new Uint8Array(x.memory.buffer);
  const read = at => {
    const all = bytes();
    return new TextDecoder().decode(all.slice(at, all.indexOf(0, at)));
  };
  const give = text => {
    const letters = new TextEncoder().encode(text), at = x.page_room(letters.length);
    bytes().set(letters, at);
    return at;
  };
  const open = (name, columns = 100, rows = 30) => x.page_begin(give(name), columns, rows, 0) || (() => { throw Error(read(x.page_error())); })();
  const line = text => x.page_line(give(text));
  const press = (...keys) => { for (const key of keys) for (const code of typeof key === 'number' ? [key] : [...key].map(c => c.codePointAt(0))) x.page_key(code, 0); };
  // The picture as rows of text.
  const screen = (columns, rows) => {
    x.page_draw();
    const at = x.page_cells();
    const cells = new Uint32Array(x.memory.buffer, at, columns * rows * 4);
    return Array.from({ length: rows }, (_, y) => Array.from({ length: columns }, (_, i) => String.fromCodePoint(cells[4 * (y * columns + i)])).join('').trimEnd());
  };
  return { x, table, said, read, give, open, line, press, screen };
};

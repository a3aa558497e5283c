// files.js - the calls of wasi_snapshot_preview1 that the module makes, answered from a table in memory.
//
// `table` is a Map of paths ("/scenarios/x.ws") to Uint8Array; folders are what paths imply, and /files and /home, the only ones that can
// be written. Nothing else exists. `said` takes what the program writes to standard output and error, `changed` the path of each file that
// it has written or taken away.
'use strict';
const wasi_of = (table, memory, said, changed) => {
  const OK = 0, BADF = 8, EXIST = 20, INVAL = 28, ISDIR = 31, NOENT = 44, NOSYS = 52, NOTDIR = 54, ROFS = 69, SPIPE = 70;
  const CREATE = 1, DIRECTORY = 2, EXCLUSIVE = 4, TRUNCATE = 8, FILE = 4, FOLDER = 3;
  const text = new TextDecoder(), letters = new TextEncoder();
  const view = () => new DataView(memory().buffer), bytes = () => new Uint8Array(memory().buffer);
  const folders = new Set(['/files', '/home']);
  const open = new Map([[3, { path: '' }]]);
  let next = 4;

  const is_folder = path => path === '' || folders.has(path) || [...table.keys()].some(key => key.startsWith(path + '/'));
  const may_write = path => /^\/(files|home)\//.test(path);
  // The path of a name in a folder that is open: "/files/a.wsr", "" is the root. What is relative begins in /files.
  const path_of = (folder, at, length) => {
    const name = text.decode(bytes().slice(at, at + length)), parts = [];
    for (const word of ((open.get(folder)?.path ?? '') + '/' + name).split('/'))
      if (word === '..') parts.pop();
      else if (word && word !== '.') parts.push(word);
    return parts.map(part => '/' + part).join('');
  };
  const kind_of = path => table.has(path) ? FILE : is_folder(path) ? FOLDER : 0;
  const status_write = (path, out) => {
    const kind = kind_of(path), at = view();
    if (!kind) return NOENT;
    for (let i = 0; i < 64; i += 8) at.setBigUint64(out + i, 0n, true);
    let inode = 5381;
    for (const letter of path) inode = (inode * 33 + letter.charCodeAt(0)) >>> 0;
    at.setBigUint64(out + 8, BigInt(inode), true);
    at.setUint8(out + 16, kind);
    at.setBigUint64(out + 24, 1n, true);
    at.setBigUint64(out + 32, BigInt(table.get(path)?.length ?? 0), true);
    return OK;
  };
  const vectors = (at, count) => Array.from({ length: count }, (_, i) => [view().getUint32(at + 8 * i, true), view().getUint32(at + 8 * i + 4, true)]);
  const environment = ['HOME=/home', 'WORMSCOPE_DATA=/', 'PWD=/files'].map(word => letters.encode(word + '\0'));
  const size_set = (path, size) => {
    const data = new Uint8Array(size);
    data.set(table.get(path).subarray(0, size));
    table.set(path, data);
  };

  const calls = {
    clock_time_get: (clock, precision, out) => { view().setBigUint64(out, BigInt(Math.round((clock ? performance.now() : Date.now()) * 1e6)), true); return OK; },
    environ_sizes_get: (count, size) => {
      view().setUint32(count, environment.length, true);
      view().setUint32(size, environment.reduce((sum, word) => sum + word.length, 0), true);
      return OK;
    },
    environ_get: (list, at) => {
      environment.forEach((word, i) => { view().setUint32(list + 4 * i, at, true); bytes().set(word, at); at += word.length; });
      return OK;
    },
    random_get: (at, length) => { crypto.getRandomValues(bytes().subarray(at, at + length)); return OK; },
    proc_exit: code => { throw Error('the program has ended: ' + code); },
    fd_prestat_get: (file, out) => { if (file !== 3) return BADF; view().setUint32(out, 0, true); view().setUint32(out + 4, 1, true); return OK; },
    fd_prestat_dir_name: (file, at, length) => { bytes().set(letters.encode('/').slice(0, length), at); return OK; },
    fd_fdstat_get: (file, out) => {
      const it = open.get(file), at = view();
      if (!it && file > 2) return BADF;
      for (let i = 0; i < 24; i += 8) at.setBigUint64(out + i, 0n, true);
      at.setUint8(out, it ? kind_of(it.path) : 2);
      at.setUint16(out + 2, it?.append ? 1 : 0, true);
      at.setBigUint64(out + 8, 0x1fffffffn, true);
      at.setBigUint64(out + 16, 0x1fffffffn, true);
      return OK;
    },
    fd_fdstat_set_flags: () => OK,
    fd_sync: () => OK,
    fd_datasync: () => OK,
    fd_filestat_get: (file, out) => open.has(file) ? status_write(open.get(file).path, out) : BADF,
    path_filestat_get: (folder, look, at, length, out) => status_write(path_of(folder, at, length), out),
    path_open: (folder, look, at, length, flags, rights, inherited, how, out) => {
      const path = path_of(folder, at, length), kind = kind_of(path);
      if (kind && flags & CREATE && flags & EXCLUSIVE) return EXIST;
      if (!kind && !(flags & CREATE)) return NOENT;
      if (kind === FILE && flags & DIRECTORY) return NOTDIR;
      if (!kind || (kind === FILE && flags & TRUNCATE)) {
        if (!may_write(path)) return ROFS;
        table.set(path, new Uint8Array());
      }
      open.set(next, { path, at: 0, append: (how & 1) === 1 });
      view().setUint32(out, next++, true);
      return OK;
    },
    fd_close: file => open.delete(file) ? OK : BADF,
    fd_read: (file, at, count, out) => {
      const it = open.get(file);
      let got = 0;
      if (it && !table.has(it.path)) return ISDIR;
      for (const [to, size] of it ? vectors(at, count) : []) {
        const part = table.get(it.path).subarray(it.at, it.at + size);
        bytes().set(part, to);
        it.at += part.length;
        got += part.length;
      }
      view().setUint32(out, got, true);
      return OK;
    },
    fd_write: (file, at, count, out) => {
      const it = open.get(file);
      let put = 0;
      for (const [from, size] of vectors(at, count)) {
        const part = bytes().slice(from, from + size);
        put += size;
        if (!it) { said(text.decode(part)); continue; }
        if (!may_write(it.path)) return ROFS;
        const begin = it.append ? table.get(it.path).length : it.at;
        if (begin + size > table.get(it.path).length) size_set(it.path, begin + size);
        table.get(it.path).set(part, begin);
        changed(it.path);
        it.at = begin + size;
      }
      view().setUint32(out, put, true);
      return OK;
    },
    fd_seek: (file, offset, whence, out) => {
      const it = open.get(file);
      if (!it) return file < 3 ? SPIPE : BADF;
      it.at = Number(offset) + (whence === 1 ? it.at : whence === 2 ? table.get(it.path).length : 0);
      view().setBigUint64(out, BigInt(it.at), true);
      return OK;
    },
    fd_filestat_set_size: (file, size) => { size_set(open.get(file).path, Number(size)); return OK; },
    fd_readdir: (file, at, room, cookie, out) => {
      const base = open.get(file).path + '/', names = new Map();
      for (const key of [...table.keys(), ...folders])
        if (key.startsWith(base)) {
          const [name, ...rest] = key.slice(base.length).split('/');
          names.set(name, rest.length || folders.has(key) ? FOLDER : FILE);
        }
      let used = 0, number = 0;
      for (const [name, kind] of names) {
        if (number++ < Number(cookie)) continue;
        const word = letters.encode(name), entry = new Uint8Array(24 + word.length), fields = new DataView(entry.buffer);
        fields.setBigUint64(0, BigInt(number), true);
        fields.setBigUint64(8, BigInt(number), true);
        fields.setUint32(16, word.length, true);
        fields.setUint8(20, kind);
        entry.set(word, 24);
        const part = entry.subarray(0, room - used);
        bytes().set(part, at + used);
        used += part.length;
        if (used === room) break;
      }
      view().setUint32(out, used, true);
      return OK;
    },
    path_create_directory: (folder, at, length) => {
      const path = path_of(folder, at, length);
      if (kind_of(path)) return EXIST;
      if (!may_write(path)) return ROFS;
      folders.add(path);
      return OK;
    },
    path_unlink_file: (folder, at, length) => {
      const path = path_of(folder, at, length);
      if (!may_write(path)) return ROFS;
      if (!table.delete(path)) return NOENT;
      changed(path);
      return OK;
    },
    path_rename: (folder, at, length, other, to, size) => {
      const from = path_of(folder, at, length), path = path_of(other, to, size);
      if (!table.has(from)) return NOENT;
      if (!may_write(from) || !may_write(path)) return ROFS;
      table.set(path, table.get(from));
      table.delete(from);
      for (const it of open.values()) if (it.path === from) it.path = path;
      changed(from);
      changed(path);
      return OK;
    },
    path_readlink: () => INVAL,
    poll_oneoff: () => NOSYS,
  };
  return new Proxy(calls, { get: (known, name) => known[name] ?? (() => NOSYS) });
};

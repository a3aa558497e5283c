// chromium.mjs - a page in headless Chromium, over its DevTools pipe: real key and touch events, and pictures.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update',
  '--disable-sync', '--disable-dev-shm-usage', '--remote-debugging-pipe', 'about:blank'];

// Opens a file in a window of its own; what it asks for besides itself, and what goes wrong, is in `requests` and `faults`.
export const open = async (file, { width = 1366, height = 768, ratio = 1, touch = false } = {}) => {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'page-'));
  const child = spawn('chromium', [...flags, '--user-data-dir=' + home], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  const [, , , to, from] = child.stdio, waiting = new Map(), requests = [], faults = [];
  let number = 0, rest = '', session;
  from.on('data', data => {
    const parts = (rest + data).split('\0');
    rest = parts.pop();
    for (const message of parts.map(part => JSON.parse(part))) {
      if (message.id) {
        const { done, failed } = waiting.get(message.id);
        waiting.delete(message.id);
        if (message.error) failed(Error(message.error.message));
        else done(message.result);
      }
      if (message.method === 'Network.requestWillBeSent') requests.push(message.params.request.url);
      if (message.method === 'Runtime.exceptionThrown') faults.push(message.params.exceptionDetails.exception?.description ?? message.params.exceptionDetails.text);
      if (message.method === 'Log.entryAdded' && message.params.entry.level === 'error') faults.push(message.params.entry.text);
    }
  });
  const send = (method, params = {}) => new Promise((done, failed) => {
    waiting.set(++number, { done, failed });
    to.write(JSON.stringify({ id: number, method, params, sessionId: session }) + '\0');
  });
  const { targetInfos } = await send('Target.getTargets');
  session = (await send('Target.attachToTarget', { targetId: targetInfos.find(target => target.type === 'page').targetId, flatten: true })).sessionId;
  for (const domain of ['Page', 'Runtime', 'Network', 'Log']) await send(domain + '.enable');
  await send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: ratio, mobile: touch });
  if (touch) await send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await send('Emulation.setFocusEmulationEnabled', { enabled: true });
  await send('Page.navigate', { url: 'file://' + path.resolve(file) });

  const evaluate = async text => {
    const { result, exceptionDetails } = await send('Runtime.evaluate', { expression: text, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) throw Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  // Until the expression holds; a page that is late is waited for, a minute.
  const until = async text => {
    for (const end = Date.now() + 60000; ;) {
      if (await evaluate(text)) return true;
      if (Date.now() > end) return false;
      await new Promise(done => setTimeout(done, 50));
    }
  };
  const named = { Enter: 13, Tab: 9, Escape: 27, Backspace: 8, ArrowUp: 38, ArrowDown: 40, ArrowLeft: 37, ArrowRight: 39 };
  const press = async (...keys) => {
    for (const key of keys) {
      const text = named[key] ? (key === 'Enter' ? '\r' : undefined) : key;
      await send('Input.dispatchKeyEvent', { type: text ? 'keyDown' : 'rawKeyDown', key, text, windowsVirtualKeyCode: named[key] ?? 0 });
      await send('Input.dispatchKeyEvent', { type: 'keyUp', key, windowsVirtualKeyCode: named[key] ?? 0 });
    }
  };
  const type = text => press(...text);
  const tap = async (x, y, hold = 0) => {
    await send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    if (hold) await new Promise(done => setTimeout(done, hold));
    await send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  const picture = async name => fs.writeFileSync(name, Buffer.from((await send('Page.captureScreenshot')).data, 'base64'));
  // What it leaves in its folder goes with TMPDIR: its other processes may still write there.
  const close = () => new Promise(done => {
    child.on('exit', done);
    send('Browser.close').catch(() => child.kill());
  });
  return { send, evaluate, until, press, type, tap, picture, close, requests, faults };
};

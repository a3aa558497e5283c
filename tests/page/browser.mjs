// browser.mjs FOLDER: pages of FOLDER (live.html, chain.html, hostile.html) in Chromium, by keys and touch. Prints TAP; leaves made.wsr, a
// recording that was made in the page, and reads native.wsr and native.digest.
import fs from 'node:fs';
import { open } from './chromium.mjs';

const folder = process.argv[2], at = name => folder + '/' + name;
let checks = 0;
const ok = (good, what) => console.log((good ? 'ok ' : 'not ok ') + ++checks + ' - ' + what);
const begun = async (name, how) => {
  const page = await open(at(name), how);
  await page.until('!!window.wormscope || !!document.getElementById("fault")');
  return page;
};
const cycle = page => page.evaluate('wormscope.x.page_cycle()');
const rest = time => new Promise(done => setTimeout(done, time));

{ // the network runs, is changed, stepped back, saved
  const page = await begun('live.html');
  ok(await page.until('wormscope.painted() > 3 && wormscope.x.page_cycle() > 0'), 'from file:// the network runs, and pictures come');
  await page.press(' ');
  await page.until('wormscope.rows()[0].includes("paused")');
  const [pictures, now] = [await page.evaluate('wormscope.painted()'), await cycle(page)];
  await rest(1000);
  ok(await page.evaluate('wormscope.painted()') === pictures && await cycle(page) === now, 'space pauses it; then nothing is drawn, nothing is due');
  await page.type(':seek 3000');
  await page.press('Enter');
  await page.until('wormscope.x.page_cycle() === 3000');
  await page.type(':set load 0.4');
  await page.press('Enter');
  await page.type(':seek 5000');
  await page.press('Enter');
  await page.until('wormscope.x.page_cycle() === 5000');
  const digest = await page.evaluate('wormscope.read(wormscope.x.page_digest())');
  await page.press(',', '.');
  ok(await page.evaluate('wormscope.read(wormscope.x.page_digest())') === digest, 'a step back and one on come to the same state');
  await page.type(':save /files/made.wsr');
  await page.press('Enter');
  await page.until('wormscope.table.has("/files/made.wsr")');
  fs.writeFileSync(at('made.wsr'), await page.evaluate('new TextDecoder().decode(wormscope.table.get("/files/made.wsr"))'));
  ok(await page.evaluate('document.getElementById("save").textContent') === 'save files (1)', 'a file that was saved can be taken away');
  await page.evaluate('wormscope.table.set("/files/native.wsr", new TextEncoder().encode(' + JSON.stringify(fs.readFileSync(at('native.wsr'), 'utf8')) + '))');
  await page.type(':open /files/native.wsr');
  await page.press('Enter');
  await page.type(':seek end');
  await page.press('Enter');
  const wanted = fs.readFileSync(at('native.digest'), 'utf8').trim();
  ok(await page.until('wormscope.read(wormscope.x.page_digest()) === ' + JSON.stringify(wanted)), 'a recording that was made outside comes to its digest');
  // the sheet of settings says the lines that set them
  const setting = value => page.evaluate(`(field => { field.value = "${value}"; field.dispatchEvent(new Event("change")); })(document.querySelector('#rows input[type=text][aria-label=load]'))`);
  const loads = () => page.evaluate('JSON.parse(wormscope.read(wormscope.x.page_settings())).find(row => row.name === "load").value');
  await page.evaluate('document.getElementById("settings").click()');
  const before = await loads();
  await setting('7');
  ok(await loads() === before && (await page.evaluate('document.getElementById("answer").textContent')).includes('from 0 to 1'), 'a setting that cannot be says so, and goes back');
  await setting('0.35');
  ok(await loads() === '0.35', 'one that can be is taken');
  ok(page.requests.length === 1 && page.faults.length === 0, 'it asks for nothing but itself: ' + [...page.requests.slice(1), ...page.faults].join('; '));
  await page.close();
}

{ // a lesson from its first word to its last, by keys alone
  const RUNS = 1, CHOOSE = 2, PREDICT = 3, PICK = 4, DO = 5, OVER = 9, LAST = 10;
  const page = await begun('chain.html');
  const moment = () => page.evaluate('wormscope.x.page_moment()');
  let keys = 0, now = -1;
  const press = async (...names) => { keys += names.length; await page.press(...names); };
  for (let turn = 0; turn < 200 && now !== OVER && now !== LAST; turn++) {
    now = await moment();
    if (now === RUNS) { await press('Enter'); await rest(50); }
    else if (now === CHOOSE) { await press('abc'[turn % 3], 'Enter'); }
    else if (now === PREDICT) { await press('4', '1', '0', '0', 'Enter'); }
    else if (now === PICK) await press('Tab', 'Enter');
    else if (now === DO) { await press(...':set segment 80'); await press('Enter', 'Enter'); }
    else if (now !== OVER && now !== LAST) await press('Enter');
    await rest(20);
  }
  const rows = await page.evaluate('wormscope.rows().join("\\n")');
  ok(now === OVER || now === LAST, 'lesson `chain` goes from its first word to its last by ' + keys + ' keys: ' + (rows.match(/\d+ of \d+ marks/) ?? ['no marks'])[0]);
  await page.close();
}

{ // a phone
  const page = await begun('live.html', { width: 390, height: 844, ratio: 2, touch: true });
  await page.until('wormscope.painted() > 3');
  ok(await page.evaluate('document.documentElement.scrollWidth <= 390'), 'at 390 by 844 nothing is wider than the screen');
  ok(await page.evaluate('[...document.querySelectorAll("nav button")].every(b => b.offsetWidth >= 44 && b.offsetHeight >= 44)'), 'all buttons are 44 by 44 or larger');
  ok(await page.evaluate('wormscope.rows().findIndex(row => row.includes("numbers")) > wormscope.size()[1] / 2'), 'the map has half of the screen, and figures stand below it');
  const box = await page.evaluate('(r => [r.x + r.width / 2, r.y + r.height / 2])([...document.querySelectorAll("#keys button")].find(b => b.textContent.includes("pause")).getBoundingClientRect())');
  await page.tap(...box);
  ok(await page.until('wormscope.rows()[0].includes("paused")'), 'a button of the keys is pressed by a finger');
  await page.tap(100, 300, 800);
  ok(page.faults.length === 0, 'a long press is taken: ' + page.faults.join('; '));
  await page.close();
}

{ // texts of others stay texts
  const page = await begun('hostile.html');
  await page.until('wormscope.painted() > 1');
  await page.type(':note "<img src=x onerror=document.title=1>"');
  await page.press('Enter');
  await rest(200);
  ok(await page.evaluate('document.images.length + document.querySelectorAll("svg,iframe,object").length') === 0 && page.faults.length === 0 && page.requests.length === 1,
    'titles and notes with marks of HTML make no element: ' + page.faults.join('; '));
  ok((await page.evaluate('document.title')).includes('</script>'), 'and are shown as they are');
  await page.close();
}
console.log('1..' + checks);

// digest.mjs NAME CYCLES...: the digests of scenarios in the page, one a line: NAME CYCLE DIGEST.
import { begin, shipped } from './module.mjs';

const table = shipped(), words = process.argv.slice(2);
for (let i = 0; i < words.length; i += 2) {
  const page = begin(new Map(table)), cycles = Number(words[i + 1]);
  page.open(words[i]);
  page.line('seek ' + cycles);
  while (page.x.page_cycle() < cycles && page.x.page_tick() >= 0) continue;
  console.log(words[i], page.x.page_cycle(), page.read(page.x.page_digest()));
}

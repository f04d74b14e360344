import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { readWxr } from '../../../plugins/import/reader.ts';
import { toItem } from '../../../plugins/import/records.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The used memory, in bytes. */
function liveHeap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="c" xmlns:wp="w"><channel><wp:wxr_version>1.2</wp:wxr_version>`;
const TAIL = '</channel></rss>';

describe('reading WXR files', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tappet-wxr-'));
  });
  after(() => rm(folder, { recursive: true }));

  /** The result of reading a text: the titles of its items, or the message of its error. */
  async function read(text: string): Promise<string[] | string> {
    const file = join(folder, 'export.xml');
    await writeFile(file, text);
    const titles: string[] = [];
    try {
      for await (const { element } of readWxr(file)) if (element.name === 'item') titles.push(toItem(element).title);
    } catch (error) {
      return (error as Error).message.replace(file, 'FILE');
    }
    return titles;
  }

  it('yields items with text and CDATA alike', async () => {
    const items = '<item><title>A &amp; B</title></item><item><title><![CDATA[<C>]]></title></item>';
    expect(await read(HEAD + items + TAIL)).to.deep.equal(['A & B', '<C>']);
  });

  it('finds nothing in an export without records', async () => {
    expect(await read(HEAD + TAIL)).to.deep.equal([]);
  });

  for (const [title, text, message] of [
    ['an unclosed tag', `${HEAD}<item><title>A</item>${TAIL}`, /^FILE: line 2: .+; nothing was imported$/],
    ['a file that ends too early', `${HEAD}<item>`, /^FILE: line 2: .+; nothing was imported$/],
    ['a text that is not XML', 'hello', /^FILE: line 1: .+; nothing was imported$/],
    ['an empty file', '', /^FILE: line 1: .+; nothing was imported$/],
    ['another root', '<feed/>', /not a WXR file: its root is <feed>/],
    ['a feed without a version', '<rss><channel><item/></channel></rss>', /has no <wp:wxr_version>/],
    ['a version of the future', HEAD.replace('1.2', '9.0') + TAIL, /WXR version 9\.0 is not supported/],
    [
      'an entity of its own',
      `<!DOCTYPE rss [<!ENTITY a "b">]>${HEAD.split('\n')[1]}<item><title>&a;</title></item>${TAIL}`,
      /entity/i,
    ],
  ] as const) {
    it(`refuses ${title} in one line that names the file`, async () => {
      expect(await read(text))
        .to.match(message)
        .and.not.include('\n');
    });
  }

  it('refuses a file that is not there', async () => {
    const reading = readWxr(join(folder, 'none.xml')).next();
    expect(await reading.catch((error: Error) => error.message)).to.match(/none\.xml: there is no such file$/);
  });

  it('holds one record at a time, however large the file', async () => {
    const file = join(folder, 'large.xml');
    const handle = await open(file, 'w');
    await handle.write(HEAD);
    const item = `<item><title>A</title><content:encoded><![CDATA[${'x'.repeat(20_000)}]]></content:encoded></item>`;
    for (let n = 0; n < 3000; n++) await handle.write(item);
    await handle.write(TAIL);
    await handle.close();
    let items = 0;
    let most = 0;
    const atStart = liveHeap();
    for await (const { element } of readWxr(file)) {
      if (element.name === 'item') items++;
      if (items % 500 === 0) most = Math.max(most, liveHeap() - atStart);
    }
    expect(items).to.equal(3000);
    expect(most, 'live heap beyond the start, for a file of 60 MB').to.be.below(4_000_000);
  });
});

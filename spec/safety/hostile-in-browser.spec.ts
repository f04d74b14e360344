import { expect } from 'chai';
import { describeInChromium } from '../support/chromium.ts';
import { isSampled } from '../support/sample.ts';
import type { Served } from '../support/serve.ts';
import { harmOf } from './harm.ts';
import { ALL_HOSTILE } from './hostile-inputs.ts';
import { HostilePage, shownIn } from './hostile-page.ts';
import { HostileSite } from './hostile-site.ts';

/** One text in as many is written to a place. */
const SHARE = 2;

/** The texts of the place of this number. */
const textsAt = (place: number): string[] => ALL_HOSTILE.filter((_text, at) => isSampled(at, place, SHARE));

describe('of hostile texts no script survives', () => {
  let site: HostileSite;
  /** What pages show as markup once a text has been written everywhere, with the text by which it came first. */
  const shown = new Map<string, string>();

  before(async () => {
    site = await HostileSite.build();
  });
  after(() => site.close());

  /**
   * Writes hostile texts, and expects all answers to be harmless, but for elements that the site itself adds.
   * Notes what pages show of them, and answers with how many were successes.
   */
  async function expectHarmless(
    texts: readonly string[],
    write: (text: string) => Promise<Served[]>,
    own: string[] = [],
    show = shownIn,
  ): Promise<number> {
    const harm: string[] = [];
    let successes = 0;
    for (const text of texts) {
      for (const answer of await write(text)) {
        if (answer.status < 300) successes++;
        expect(answer.json?.code, `${text}: ${answer.text}`).to.not.match(/^rest_(?:internal_error|plugin_)/);
        harm.push(...harmOf(answer).map((line) => `${JSON.stringify(text)}: ${line}`));
        for (const one of show(answer)) if (!shown.has(one)) shown.set(one, text);
      }
    }
    const added = own.map((name) => `: element ${name}`);
    expect(harm.filter((line) => !added.some((end) => line.endsWith(end))).join('\n')).to.equal('');
    return successes;
  }

  /** The element of a date, which a block among the texts shows. */
  const DATES = ['time'];

  it('in an item, its revisions and its autosaves', async () => {
    const texts = textsAt(0);
    expect(await expectHarmless(texts, (text) => site.item(text, 'author'), DATES)).to.be.above(9 * texts.length);
  });

  it('in an item that waits for review', async () => {
    const texts = textsAt(1);
    expect(await expectHarmless(texts, (text) => site.item(text, 'contributor'), DATES)).to.be.above(7 * texts.length);
  });

  it('in a term', async () => {
    await expectHarmless(textsAt(0), (text) => site.term(text));
  });

  it('in a comment', async () => {
    const { json } = await site.ask('/posts', 'admin', { title: 'Commented', status: 'publish' });
    await expectHarmless(textsAt(1), (text) => site.comment(text, json.id));
  });

  it('in the account of a user', async () => {
    await expectHarmless(textsAt(0), (text) => site.account(text));
  });

  it('in a file and its texts', async () => {
    await expectHarmless(textsAt(1), (text) => site.file(text), DATES);
  });

  // After the others, so that the blocks have much to show.
  it('in a rendered block', async () => {
    const own = ['time', 'form', 'input', 'svg', 'path', 'rect'];
    await expectHarmless(ALL_HOSTILE, (text) => site.itemOfBlocks(text), own);
    // The browser sees the blocks in the item.
    await expectHarmless(
      ALL_HOSTILE,
      (text) => site.blocks(text),
      own,
      () => [],
    );
  });

  it('in the settings', async () => {
    await expectHarmless(textsAt(0), (text) => site.settings(text));
    expect(harmOf(await site.index())).to.eql([]);
  });

  // What the facts above have written is shown, so that it need not be written once more.
  describeInChromium('and none runs in Chromium', (chromium) => {
    it('though most texts run as they were written', async () => {
      const page = await HostilePage.open(chromium);
      const hits = await page.hits(ALL_HOSTILE.map((text) => [text]));
      page.close();
      expect(hits.filter((count) => count > 0)).to.have.length.above(80);
    });

    it('in anything that shows them', async () => {
      expect(shown.size).to.be.above(5 * ALL_HOSTILE.length);
      const page = await HostilePage.open(chromium);
      const own = (text: string) => [...shown].filter(([, first]) => first === text).map(([one]) => one);
      const hits = await page.hits(ALL_HOSTILE.map(own));
      page.close();
      expect(ALL_HOSTILE.filter((_, at) => hits[at]! > 0)).to.eql([]);
    });
  });
  // Exhaustively, each text goes into every attribute of every block, among others.
}).timeout(300_000);

import { expect } from 'chai';
import type { Served } from '../support/serve.ts';
import { harmOf } from './harm.ts';
import { ALL_HOSTILE } from './hostile-inputs.ts';
import { HostileSite } from './hostile-site.ts';

describe('of hostile texts no script survives', () => {
  let site: HostileSite;

  before(async () => {
    site = await HostileSite.build();
  });
  after(() => site.close());

  /**
   * Writes every hostile text, and expects all answers to be harmless, but for elements that the site itself adds.
   * Answers with how many were successes.
   */
  async function expectHarmless(write: (text: string) => Promise<Served[]>, own: string[] = []): Promise<number> {
    const harm: string[] = [];
    let successes = 0;
    for (const text of ALL_HOSTILE) {
      for (const answer of await write(text)) {
        if (answer.status < 300) successes++;
        expect(answer.json?.code, `${text}: ${answer.text}`).to.not.match(/^rest_(?:internal_error|plugin_)/);
        harm.push(...harmOf(answer).map((line) => `${JSON.stringify(text)}: ${line}`));
      }
    }
    const added = own.map((name) => `: element ${name}`);
    expect(harm.filter((line) => !added.some((end) => line.endsWith(end))).join('\n')).to.equal('');
    return successes;
  }

  it('in an item, its revisions and its autosaves', async () => {
    expect(await expectHarmless((text) => site.item(text, 'author'))).to.be.above(9 * ALL_HOSTILE.length);
  });

  it('in an item that waits for review', async () => {
    expect(await expectHarmless((text) => site.item(text, 'contributor'))).to.be.above(7 * ALL_HOSTILE.length);
  });

  it('in a term', async () => {
    await expectHarmless((text) => site.term(text));
  });

  it('in a comment', async () => {
    const { json } = await site.ask('/posts', 'admin', { title: 'Commented', status: 'publish' });
    await expectHarmless((text) => site.comment(text, json.id));
  });

  it('in the account of a user', async () => {
    await expectHarmless((text) => site.account(text));
  });

  it('in a file and its texts', async () => {
    await expectHarmless((text) => site.file(text));
  });

  // After the others, so that the blocks have much to show.
  it('in a rendered block', async () => {
    const write = async (text: string) => [...(await site.itemOfBlocks(text)), ...(await site.blocks(text))];
    await expectHarmless(write, ['time', 'form', 'input']);
  });

  it('in the settings', async () => {
    await expectHarmless((text) => site.settings(text));
  });
}).timeout(120_000);

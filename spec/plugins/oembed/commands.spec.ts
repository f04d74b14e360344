import { expect } from 'chai';
import { MetaStore } from '../../../plugins/meta/index.ts';
import { embedKey } from '../../../plugins/oembed/embed-key.ts';
import { runCommand } from '../../support/run-command.ts';
import { buildEmbedSite, type EmbedSite, video } from './embed-site.ts';

describe('the commands of embeds', () => {
  let site: EmbedSite;

  before(async () => {
    site = await buildEmbedSite();
  });
  after(() => site.close());
  beforeEach(() => {
    site.answer = () => undefined;
  });

  const run = (name: string, args: Record<string, string> = {}, flags: Record<string, string | boolean> = {}) =>
    runCommand(site.generation, `embed ${name}`, args, flags);
  const failure = (...given: Parameters<typeof run>) =>
    run(...given).then(
      () => 'it did not fail',
      (error: Error) => error.message,
    );

  it('fetch prints the markup of an address, or the data, and stores it for an item', async () => {
    const url = video('f');
    const [printed] = await run('fetch', { url }, { width: '300' });
    expect(printed).to.match(/^<iframe title="f"/);
    expect(site.other.asked.at(-1)).to.include('maxwidth=300&maxheight=450');
    expect(JSON.parse((await run('fetch', { url }, { raw: true }))[0]!)).to.include({ type: 'video', title: 'f' });
    const { id } = await site.publish({ title: 'A', content: '-' });
    await run('fetch', { url }, { 'post-id': String(id) });
    const meta = site.generation.services.get('spec', MetaStore);
    const key = `_oembed_${embedKey(url, { width: 600, height: 900 })}`;
    expect(await meta.get('post', id, key)).to.have.length(1);
    await meta.set('post', id, key, '<p>stored</p>');
    expect(await run('fetch', { url }, { 'post-id': String(id) })).to.eql(['<p>stored</p>']);
    expect((await run('fetch', { url }, { 'post-id': String(id), 'skip-cache': true }))[0]).to.include('<iframe');
  });

  it('fetch says what is wrong with an address, a number, an item or an answer', async () => {
    expect(await failure('fetch', { url: 'nothing' })).to.equal('"nothing" is not an address');
    expect(await failure('fetch', { url: 'https://unknown.example/' })).to.include('no oEmbed provider matches');
    expect(await failure('fetch', { url: video('a') }, { width: 'x' })).to.equal('--width=x: give a number of pixels');
    expect(await failure('fetch', { url: video('a') }, { 'post-id': '999' })).to.equal('there is no item 999');
    site.answer = () => ({ status: 404, body: '' });
    expect(await failure('fetch', { url: video('gone') })).to.equal('there was an error fetching the oEmbed data');
    expect(await failure('fetch', { url: video('gone') }, { raw: true })).to.include('an error');
  });

  it('provider list and provider match tell of the sites that are known', async () => {
    const [csv] = await run('provider list', {}, { format: 'csv' });
    expect(csv)
      .to.match(/^format,endpoint\n/)
      .and.include('https://www.youtube.com/oembed');
    expect(await run('provider match', { url: video('a') })).to.eql([`http://${site.other.host}/oembed`]);
    expect(await failure('provider match', { url: 'https://unknown.example/' })).to.include('no oEmbed provider');
  });

  it('cache trigger, find and clear fill, find and empty what is stored', async () => {
    const post = await site.posts.insert({ title: 'A', content: `${video('x')}\n\n${video('y')}`, status: 'draft' });
    const args = { 'post-id': String(post.id) };
    expect(await run('cache clear', args)).to.eql(['Warning: No cache to clear!']);
    expect(await run('cache trigger', args)).to.eql(['Success: Caching triggered! 2 addresses.']);
    expect(await site.render(post.content, post))
      .to.include('<iframe title="x"')
      .and.include('<iframe title="y"');
    expect(await run('cache clear', args)).to.eql(['Success: Cleared oEmbed cache.']);
    expect(await failure('cache find', { url: video('w') })).to.equal('no cache post ID found');
    await site.render(video('w'));
    await site.embeds.settled();
    expect((await run('cache find', { url: video('w') }))[0]).to.match(/^\d+$/);
    expect(await failure('cache clear', { 'post-id': 'x' })).to.equal('there is no item x');
  });
});

import { expect } from 'chai';
import { ANONYMOUS } from '../../../core/rest/index.ts';
import blockDirectory from '../../../plugins/block-directory/index.ts';
import { timeAgo } from '../../../plugins/block-directory/time-ago.ts';
import publicWeb from '../../../plugins/public-web/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';
import { type OtherSite, startOtherSite } from '../../support/other-site.ts';

const PLUGIN = {
  slug: 'boxer',
  name: 'Boxer',
  short_description: `${'word '.repeat(40)}<script>x</script>`,
  rating: 90,
  num_ratings: '12',
  active_installs: 3000,
  author_block_rating: 80,
  author_block_count: 2,
  author: '<a href="https://example.org">Ann</a>',
  icons: { '1x': 'https://example.org/icon.png' },
  last_updated: '2024-03-01 9:12am GMT',
  blocks: { 'boxer/box': { name: 'boxer/box', title: 'A <b>box</b>' } },
};
const BARE = { slug: 'bare', name: 'Bare', icons: [], blocks: [{ name: 'bare/block' }], author: 7, rating: 'none' };

describe('the block-directory plugin', () => {
  let other: OtherSite;
  let site: ContentSite;
  /** What the directory answers with, by the term. */
  const answers: Record<string, { status?: number; text: string }> = {
    box: { text: JSON.stringify({ info: { results: 3 }, plugins: [PLUGIN, { slug: 'no-block' }, BARE, null, 7] }) },
    nothing: { text: '{"plugins":[]}' },
    'no json': { text: '<!doctype html>' },
    'no list': { text: '{"error":"no"}' },
    null: { text: 'null' },
    broken: { status: 503, text: '{}' },
  };
  const admin = () => site.as('administrator');
  const search = (query: string, user = admin()) => site.get(`/cms/v2/block-directory/search?${query}`, user);

  before(async () => {
    other = await startOtherSite((request, response) => {
      const term = new URL(request.url!, 'http://x').searchParams.get('request[block]')!;
      response.writeHead(answers[term]?.status ?? 200, { 'Content-Type': 'application/json' });
      response.end(answers[term]?.text ?? '');
    });
    site = await buildContentSite([publicWeb, blockDirectory], {
      asked: new Set(['block-directory']),
      options: {
        'public-web': { alsoHosts: [other.host] },
        'block-directory': { address: `${other.url}/info/?locale=en` },
      },
    });
  });
  after(async () => {
    await site.generation.dispose();
    await other.close();
  });

  it('lists plugins with blocks, with texts for markup', async () => {
    const { status, json } = await search('term=box');
    expect(status).to.equal(200);
    expect(json).to.have.length(2);
    const { humanized_updated, _links, ...box } = json[0];
    expect(box).to.eql({
      name: 'boxer/box',
      title: 'A box',
      description: `${'word '.repeat(30).trim()}...`,
      id: 'boxer',
      rating: 4.5,
      rating_count: 12,
      active_installs: 3000,
      author_block_rating: 4,
      author_block_count: 2,
      author: 'Ann',
      icon: 'https://example.org/icon.png',
      last_updated: '2024-03-01T09:12:00',
    });
    expect(humanized_updated).to.match(/^\d+ years? ago$/);
    expect(_links).to.have.keys('cms:install-plugin', 'curies');
    expect(_links['cms:install-plugin'][0].href).to.match(/\/cms\/v2\/plugins\?slug=boxer$/);
    expect(json[1]).to.include({
      name: 'bare/block',
      title: 'Bare',
      rating: 0,
      icon: 'block-default',
      last_updated: '',
    });
    expect((await search('term=nothing')).json).to.eql([]);
    expect((await search('term=box&_fields=id')).json).to.eql([{ id: 'boxer' }, { id: 'bare' }]);
    expect((await search('term=box&per_page=1')).json).to.have.length(1);
  });

  it('asks once for the same, with the term and the part of the list', async () => {
    const before = other.asked.length;
    for (let time = 0; time < 3; time++) await search('term=box&page=2&per_page=5');
    const [asked, ...more] = other.asked.slice(before);
    expect(more).to.eql([]);
    expect(Object.fromEntries(new URL(asked!, 'http://x').searchParams)).to.eql({
      locale: 'en',
      action: 'query_plugins',
      'request[block]': 'box',
      'request[page]': '2',
      'request[per_page]': '5',
    });
  });

  it('answers 500 where the directory does not answer well, and does not ask again at once', async () => {
    for (const term of ['no json', 'no list', 'null', 'broken']) {
      const { status, json } = await search(`term=${term}`);
      expect([status, json.code], term).to.eql([500, 'plugins_api_failed']);
    }
    const before = other.asked.length;
    await search('term=broken');
    expect(other.asked.length).to.equal(before);
    const far = await buildContentSite([publicWeb, blockDirectory], {
      asked: new Set(['block-directory']),
      options: { 'block-directory': { address: 'http://127.0.0.1:1/' } },
    });
    const { status } = await far.get('/cms/v2/block-directory/search?term=a', far.as('administrator'));
    expect(status).to.equal(500);
    await far.generation.dispose();
  });

  it('refuses a search for nothing, and pages that there are not', async () => {
    for (const query of ['', 'term=', 'term=a&per_page=101', 'term=a&per_page=0', 'term=a&page=0']) {
      const { status, json } = await search(query);
      expect([status, json.code], query).to.eql([
        400,
        query === '' ? 'rest_missing_callback_param' : 'rest_invalid_param',
      ]);
    }
  });

  it('is for those who may install and activate plugins', async () => {
    const before = other.asked.length;
    for (const [user, status] of [
      [ANONYMOUS, 401],
      [site.as('editor'), 403],
    ] as const) {
      const { json, status: found } = await search('term=secret', user);
      expect([found, json.code]).to.eql([status, 'rest_block_directory_cannot_view']);
    }
    expect(other.asked.length).to.equal(before);
  });

  it('says how long something is ago', () => {
    const ago = (seconds: number) => timeAgo(0, seconds * 1000);
    expect([0, 59, 60, 119, 3600, 86_400, 86_400 * 8, 86_400 * 45, 86_400 * 800].map(ago)).to.eql([
      '1 min ago',
      '1 min ago',
      '1 min ago',
      '2 mins ago',
      '1 hour ago',
      '1 day ago',
      '1 week ago',
      '2 months ago',
      '2 years ago',
    ]);
  });
});

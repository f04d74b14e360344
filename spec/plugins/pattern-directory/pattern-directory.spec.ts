import { expect } from 'chai';
import { ANONYMOUS } from '../../../core/rest/index.ts';
import patternDirectory from '../../../plugins/pattern-directory/index.ts';
import publicWeb from '../../../plugins/public-web/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';
import { type OtherSite, startOtherSite } from '../../support/other-site.ts';

const PATTERN = {
  id: 31,
  title: { rendered: 'Three <em>columns</em>' },
  pattern_content:
    '<!-- wp:paragraph {"align":"center"} --><p onclick="x()">Hi<script>x</script></p><!-- /wp:paragraph -->',
  category_slugs: ['Columns Wide', 7, 'text'],
  meta: {
    wpop_keywords: 'a, b<b>c</b>',
    wpop_description: 'Shows <i>three</i>',
    wpop_viewport_width: '1200',
    wpop_block_types: ['core/columns'],
  },
};

describe('the pattern-directory plugin', () => {
  let other: OtherSite;
  let site: ContentSite;
  let answer = { status: 200, text: '[]' };
  const list = (query = '', user = site.as('contributor')) =>
    site.get(`/cms/v2/pattern-directory/patterns${query}`, user);

  before(async () => {
    other = await startOtherSite((_request, response) => {
      response.writeHead(answer.status, { 'Content-Type': 'application/json' });
      response.end(answer.text);
    });
    site = await buildContentSite([publicWeb, patternDirectory], {
      asked: new Set(['pattern-directory']),
      options: {
        'public-web': { alsoHosts: [other.host] },
        'pattern-directory': { address: `${other.url}/patterns/` },
      },
    });
  });
  after(async () => {
    await site.generation.dispose();
    await other.close();
  });

  it('lists patterns, with the markup alone that writers may use', async () => {
    answer = { status: 200, text: JSON.stringify([PATTERN, {}, null]) };
    const { status, json } = await list();
    expect(status).to.equal(200);
    expect(json[0]).to.eql({
      id: 31,
      title: 'Three columns',
      content: '<!-- wp:paragraph {"align":"center"} --><p>Hix</p><!-- /wp:paragraph -->',
      categories: ['columns-wide', 'text'],
      keywords: ['a', 'bc'],
      description: 'Shows three',
      viewport_width: 1200,
      block_types: ['core/columns'],
    });
    expect(json[2]).to.eql({
      id: 0,
      title: '',
      content: '',
      categories: [],
      keywords: [],
      description: '',
      viewport_width: 0,
      block_types: [],
    });
    expect((await list('?_fields=id&per_page=2')).json).to.eql([{ id: 31 }, { id: 0 }]);
  });

  it('passes the choice on, once', async () => {
    answer = { status: 200, text: '[]' };
    const before = other.asked.length;
    const query =
      '?search=two%20words&category=3&keyword=4&slug[]=a&slug[]=b&page=2&per_page=9&order=asc&orderby=favorite_count';
    for (let time = 0; time < 2; time++) expect((await list(query)).json).to.eql([]);
    expect(other.asked.length - before).to.equal(1);
    expect(Object.fromEntries(new URL(other.asked.at(-1)!, 'http://x').searchParams)).to.eql({
      'pattern-categories': '3',
      'pattern-keywords': '4',
      search: 'two words',
      slug: 'a,b',
      page: '2',
      per_page: '9',
      order: 'asc',
      orderby: 'favorite_count',
    });
  });

  it('answers 500 where the directory does not answer well', async () => {
    for (const [at, text] of ['{"error":"no"}', 'no json', '', `[${'9'.repeat(2_100_000)}]`].entries()) {
      answer = { status: 200, text };
      const { status, json } = await list(`?offset=${at + 1}`);
      expect([status, json.code], text.slice(0, 20)).to.eql([500, 'pattern_api_failed']);
    }
    answer = { status: 404, text: '[]' };
    expect((await list('?offset=77')).status).to.equal(500);
  });

  it('refuses what it does not know', async () => {
    for (const query of ['?category=0', '?keyword=x', '?search=', '?orderby=size', '?per_page=101']) {
      const { status, json } = await list(query);
      expect([status, json.code], query).to.eql([400, 'rest_invalid_param']);
    }
  });

  it('is for those who may edit items', async () => {
    const before = other.asked.length;
    for (const [user, status] of [
      [ANONYMOUS, 401],
      [site.as('subscriber'), 403],
    ] as const) {
      const { json, status: found } = await list('?offset=5', user);
      expect([found, json.code]).to.eql([status, 'rest_pattern_directory_cannot_view']);
    }
    expect(other.asked.length).to.equal(before);
  });
});

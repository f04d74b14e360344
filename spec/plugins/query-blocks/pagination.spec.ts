import { expect } from 'chai';
import { RequestContext } from '../../../core/index.ts';
import { Renderer } from '../../../plugins/content-rendering/index.ts';
import { buildListSite, type ListSite, queryBlock, template } from './list-site.ts';

describe('the pages of query blocks', () => {
  let site: ListSite;

  before(async () => {
    site = await buildListSite();
    for (const [at, title] of ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'].entries()) {
      await site.publish({ title, date: `2026-01-${10 + at} 00:00:00` });
    }
  });
  after(() => site.generation.dispose());

  const pagination = (inner: string, attributes = '{}') =>
    `<!-- wp:query-pagination ${attributes} -->${inner}<!-- /wp:query-pagination -->`;
  const block = (name: string) => `<!-- wp:query-pagination-${name} /-->`;
  const show = (query: object, inner: string, request = '') =>
    site.show(queryBlock({ order: 'asc', ...query }, inner), request);
  const all = block('previous') + block('numbers') + block('next');

  it('show the items of the page that an address asks for, and links that keep the rest of it', async () => {
    const request = '?query-3-page=2&a=b%26c';
    expect(await site.titles({ perPage: 2, order: 'asc' }, request)).to.deep.equal(['C', 'D']);
    const links = await show({ perPage: 4 }, pagination(all), request);
    const path = /href="(\/cms\/v2\/pages\/\d+)\?/.exec(links)![1];
    const numbers = [1, 3].map(
      (page) => `<a class="page-numbers" href="?query-3-page=${page}&amp;a=b%26c">${page}</a>`,
    );
    expect(links).to.equal(
      `<div><nav class="cms-block-query-pagination" aria-label="Pagination">` +
        `<a href="${path}?query-3-page=1&amp;a=b%26c" class="cms-block-query-pagination-previous">Previous Page</a>` +
        `<div class="cms-block-query-pagination-numbers">${numbers[0]}\n` +
        `<span aria-current="page" class="page-numbers current">2</span>\n${numbers[1]}</div>` +
        `<a href="${path}?query-3-page=3&amp;a=b%26c" class="cms-block-query-pagination-next">Next Page</a></nav></div>`,
    );
  });

  it('have dots in the place of numbers that are left out', async () => {
    const numbers = await show({ perPage: 1 }, block('numbers'), '?query-3-page=6');
    expect(numbers.replace(/<[^>]+>/g, '').split('\n')).to.deep.equal([
      '1',
      '&hellip;',
      '4',
      '5',
      '6',
      '7',
      '8',
      '&hellip;',
      '10',
    ]);
  });

  it('end where the items end, and where the author says', async () => {
    expect(await show({ perPage: 5 }, block('next'), '?query-3-page=2')).to.equal('<div></div>');
    expect(await show({ perPage: 5, offset: 6 }, all)).to.equal('<div></div>');
    expect(await show({ perPage: 5, pages: 1 }, all)).to.equal('<div></div>');
    expect(await site.titles({ perPage: 2, pages: 1 }, '?query-3-page=2')).to.deep.equal([]);
    const none = '<!-- wp:query-no-results --><p>No more</p><!-- /wp:query-no-results -->';
    expect(await show({ perPage: 5 }, template('x') + none, '?query-3-page=9')).to.equal(
      '<div><div class="cms-block-query-no-results"><p>No more</p></div></div>',
    );
  });

  it('have the first page for what is no page', async () => {
    for (const page of ['0', '-1', 'x', '1.5', '1e9', '', '%zz']) {
      expect(await site.titles({ perPage: 1, order: 'asc' }, `?query-3-page=${page}`).catch(() => ['A'])).to.deep.equal(
        ['A'],
      );
    }
    expect(await site.titles({ perPage: 1, order: 'asc' }, '?query-4-page=2')).to.deep.equal(['A']);
  });

  it('write no address of another host, and labels with a little markup at most', async () => {
    const next = '<!-- wp:query-pagination-next {"label":"<b>On</b><script>x</script>"} /-->';
    const shown = await show({ perPage: 1 }, pagination(next, '{"paginationArrow":"chevron"}'));
    expect(shown).to.contain('<b>On</b>').and.not.to.contain('<script>');
    expect(shown).to.contain(
      "<span class='cms-block-query-pagination-next-arrow is-arrow-chevron' aria-hidden='true'>»</span>",
    );
    const http = { tls: false, serverName: 'x', remoteAddress: 'x', url: '//evil.example/', cookie: () => undefined };
    const renderer = site.generation.services.get('spec', Renderer);
    const request = new RequestContext({ http });
    const markup = await renderer.content(queryBlock({ perPage: 1 }, block('next')), null, { request });
    expect(markup).to.contain('href="/evil.example/?query-3-page=2"');
  });
});

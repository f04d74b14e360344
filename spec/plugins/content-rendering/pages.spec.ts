import { expect } from 'chai';
import type { PluginHooks } from '../../../core/index.ts';
import {
  addressOfPage,
  linkPages,
  moreLink,
  splitPages,
  textOfPage,
} from '../../../plugins/content-rendering/index.ts';
import { buildRenderer } from './generation.ts';

describe('the pages of a content', () => {
  it('stand between marks, without the line ends beside those', () => {
    expect(splitPages('a')).to.eql(['a']);
    expect(splitPages('a\n<!--nextpage-->\n\nb<!--nextpage-->c')).to.eql(['a', '\nb', 'c']);
    expect(splitPages('<!--nextpage-->a\n<!--nextpage-->\n<!--nextpage-->b')).to.eql(['a', '', 'b']);
    expect(splitPages('x<!-- wp:nextpage --><!--nextpage--><!-- /wp:nextpage -->y')).to.eql(['x', 'y']);
    expect(splitPages('<b>x<!--nextpage-->y</b>')).to.eql(['<b>x</b>', 'y</b>']);
  });

  it('are closed in time that does not grow with the square of what is open', () => {
    const begin = performance.now();
    const [first = ''] = splitPages(`${'<b>'.repeat(300_000)}<!--nextpage-->x`);
    expect(performance.now() - begin).to.be.below(2000);
    expect(first.endsWith(`<b>${'</b>'.repeat(500)}`)).to.equal(true);
  });

  it('show the rest after a mark, and the beginning unless the first page leaves it out', () => {
    const of = (content: string, page = 1) => textOfPage(7, content, splitPages(content), page);
    expect(of('a<!--more-->b')).to.equal('a<span id="more-7"></span>b');
    expect(of('a<!--more On-->b<!--more-->c')).to.equal('a<span id="more-7"></span>b<!--more-->c');
    expect(of('a<!--more--><!--noteaser-->b')).to.equal('<span id="more-7"></span><!--noteaser-->b');
    expect(of('x<!--nextpage-->a<!--more--><!--noteaser-->b', 2)).to.equal(
      'a<span id="more-7"></span><!--noteaser-->b',
    );
    expect(of('a<!--noteaser-->b')).to.equal('a<!--noteaser-->b');
    expect(of('a<!--more')).to.equal('a<!--more');
    expect(of('a', 5)).to.equal('');
  });

  it('are cut in linear time', () => {
    const started = performance.now();
    for (const text of ['<!--nextpage-->', '<!--more', '<!-- wp:nextpage -->', '<b><!--nextpage-->']) {
      const many = text.repeat(20_000);
      textOfPage(1, many, splitPages(many), 1);
    }
    expect(performance.now() - started).to.be.lessThan(5000);
  });

  it('have addresses by the address of the item', () => {
    const pretty = { isPlain: false, isFront: false };
    expect(addressOfPage('http://x/a/', 1, pretty)).to.equal('http://x/a/');
    expect(addressOfPage('http://x/a/', 2, pretty)).to.equal('http://x/a/2/');
    expect(addressOfPage('http://x/a', 2, pretty)).to.equal('http://x/a/2');
    expect(addressOfPage('http://x/?p=1', 2, pretty)).to.equal('http://x/?p=1&page=2');
    expect(addressOfPage('http://x/', 2, { isPlain: false, isFront: true })).to.equal('http://x/page/2/');
    expect(addressOfPage('http://x/', 2, { isPlain: true, isFront: true })).to.equal('http://x/?page=2');
  });
});

describe('the links to pages', () => {
  const pages = (page: number, totalPages: number, isTeaser = false) => ({
    page,
    totalPages,
    isTeaser,
    address: (to: number) => `/?p=1&page=${to}`,
  });
  const link = (to: number, text: string | number = to) =>
    `<a href="/?p=1&#038;page=${to}" class="post-page-numbers">${text}</a>`;
  const hooksOf = async (tap: (hooks: PluginHooks) => void = () => undefined) => {
    let own: PluginHooks | undefined;
    await buildRenderer(({ hooks }) => {
      own = hooks;
      tap(hooks);
    });
    return own!;
  };
  const plain = (text: string) => text.replaceAll('&amp;', '&#038;');

  it('are of all pages or of those beside, and none of one page', async () => {
    const hooks = await hooksOf();
    expect(linkPages(pages(1, 1), hooks)).to.equal('');
    expect(plain(linkPages(pages(1, 2), hooks))).to.equal(
      `<p class="post-nav-links">Pages: <span class="post-page-numbers current" aria-current="page">1</span> ${link(2)}</p>`,
    );
    expect(plain(linkPages(pages(1, 2, true), hooks))).to.equal(
      `<p class="post-nav-links">Pages: ${link(1)} ${link(2)}</p>`,
    );
    const beside = { next_or_number: 'next', before: '', after: '', separator: '|' } as const;
    expect(plain(linkPages(pages(2, 3), hooks, beside))).to.equal(
      `${link(1, 'Previous page')}|${link(3, 'Next page')}`,
    );
    expect(plain(linkPages(pages(3, 3), hooks, beside))).to.equal(link(2, 'Previous page'));
  });

  it('are adjusted by hooks, as the link to the rest is', async () => {
    const hooks = await hooksOf((filters) => {
      filters.filter('cms_link_pages_args').tap('own', (args) => ({ ...args, before: '<nav>', after: '</nav>' }));
      filters.filter('cms_link_pages_link').tap('own', (_, to) => `[${to}]`);
      filters.filter('cms_link_pages').tap('own', (links, { before }) => `${links}${before.length}`);
      filters.filter('the_content_more_link').tap('own', (element, text) => `${element.length > 0}${text}`);
    });
    expect(linkPages(pages(1, 2), hooks)).to.equal('<nav> [1] [2]</nav>5');
    expect(moreLink('<i>a<!--more Go-->b', { id: 1, title: 'T', link: '/' }, hooks)).to.equal('<i>atrueGo</i>');
  });
});

import { expect } from 'chai';
import { paginateLinks, paginationArrow } from '../../../plugins/block-supports/index.ts';

/** What is shown of the pages of a list: numbers, the one of the page in brackets, and dots. */
const shown = (page: number, pages: number): string =>
  paginateLinks({ page, pages, hrefOf: (number) => `?page=${number}` })
    .split('\n')
    .filter((link) => link !== '')
    .map((link) => {
      const text = />([^<]*)</.exec(link)![1]!;
      return link.includes('aria-current') ? `[${text}]` : text === '&hellip;' ? '…' : text;
    })
    .join(' ');

describe('the links to the pages of a list', () => {
  it('name the first page, the last, and two beside the one that is shown', () => {
    expect(shown(1, 3)).to.equal('[1] 2 3');
    expect(shown(1, 9)).to.equal('[1] 2 3 … 9');
    expect(shown(5, 9)).to.equal('1 … 3 4 [5] 6 7 … 9');
    expect(shown(9, 9)).to.equal('1 … 7 8 [9]');
  });

  it('name no page that there is not, also behind the last', () => {
    expect(shown(7, 3)).to.equal('1 … 3');
    expect(shown(1, 0)).to.equal('');
  });

  it('escape addresses', () => {
    const links = paginateLinks({ page: 2, pages: 2, hrefOf: () => '?a=1&b="' });
    expect(links).to.contain('<a class="page-numbers" href="?a=1&amp;b=&quot;">1</a>');
  });

  it('have an arrow for the names that there are alone', () => {
    expect(['next', 'previous'].map((side) => paginationArrow('chevron', side as 'next'))).to.eql(['»', '«']);
    for (const chosen of ['none', 'toString', ['arrow'], undefined]) {
      expect(paginationArrow(chosen, 'next')).to.equal('');
    }
  });
});

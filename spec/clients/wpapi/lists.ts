import { expect } from 'chai';
import WPAPI from 'wpapi';
import type { StartedSite } from '../support/started-site.ts';

const TAG = 'Listed';
const COUNT = 7;

/** Lists as the client asks for them, and what it makes of the headers. */
export function describeLists(site: StartedSite): void {
  describe('lists', () => {
    const client = () => new WPAPI({ endpoint: `${site.url}/wp-json`, ...site.app });
    const posts = () => client().posts();
    const titles = async (request: PromiseLike<unknown>) =>
      ((await request) as { title: { rendered: string } }[]).map(({ title }) => title.rendered);

    let tag: number;
    let category: number;
    before(async () => {
      ({ id: tag } = await client().tags().create({ name: TAG }));
      ({ id: category } = await client().categories().create({ name: 'Odd + even' }));
      for (let number = 1; number <= COUNT; number++) {
        await posts().create({
          title: `Number ${number}`,
          status: number === COUNT ? 'draft' : 'publish',
          date: `2020-01-0${number}T12:00:00`,
          categories: number % 2 === 0 ? [1] : [1, category],
          tags: [tag],
        });
      }
    });

    it('give the total, and lead on to the next page and back', async () => {
      const first = await posts().tags(tag).perPage(4).order('asc').orderby('date');
      expect(first._paging).to.include({ total: 6, totalPages: 2 });
      expect(first._paging).not.to.have.property('prev');
      const second = await first._paging.next;
      expect(await titles(Promise.resolve([...first, ...second]))).to.deep.equal([
        'Number 1',
        'Number 2',
        'Number 3',
        'Number 4',
        'Number 5',
        'Number 6',
      ]);
      expect(second._paging).not.to.have.property('next');
      expect(await titles(second._paging.prev)).to.have.length(4);
    });

    it('are walked to their end along the links, with every argument', async () => {
      const seen: string[] = [];
      let request = posts().categories([1, category]).tags([tag]).status(['publish', 'draft']).perPage(2);
      while (request !== undefined) {
        const page = await request;
        seen.push(...(await titles(Promise.resolve(page))));
        request = page._paging.next;
      }
      expect(seen)
        .to.have.length(COUNT)
        .and.to.deep.equal([...new Set(seen)]);
    });

    it('that are empty have no pages, and past the last page there is an error', async () => {
      expect(await posts().search('nothing like it')).to.deep.equal([]);
      const past = await posts()
        .tags(tag)
        .page(99)
        .get()
        .catch((error: unknown) => error);
      expect(past).to.include({ code: 'rest_post_invalid_page_number' });
    });

    it('say in answer to HEAD what they say to GET', async () => {
      const headers = await posts().tags(tag).perPage(4).headers();
      expect(headers).to.include({ 'x-wp-total': '6', 'x-wp-totalpages': '2' });
      expect(headers.link).to.contain('rel="next"');
    });

    for (const [what, narrowed, expected] of [
      ['a list of terms', () => posts().categories([category]).excludeTags([9999]), [5, 3, 1]],
      ['terms that are left out', () => posts().tags(tag).excludeCategories([category]), [6, 4, 2]],
      ['dates, which the client writes in UTC', () => posts().after('2020-01-02').before('2020-01-05'), [4, 3, 2]],
      ['an offset', () => posts().tags(tag).offset(4), [2, 1]],
      ['a search of several words', () => posts().search('Number 3'), [3]],
      ['a slug', () => posts().slug('number-4'), [4]],
      ['slugs', () => posts().param('slug', ['number-4', 'number-5']), [5, 4]],
      ['a status', () => posts().tags(tag).status('draft'), [7]],
      ['an author', () => posts().tags(tag).author(1).perPage(1), [6]],
    ] as const) {
      it(`are narrowed by ${what}`, async () => {
        expect(await titles(narrowed())).to.deep.equal(expected.map((number) => `Number ${number}`));
      });
    }

    it('are not refused for filters that only a plugin would know', async () => {
      const wp = client();
      const filtered = wp.registerRoute('wp/v2', '/posts', { params: ['filter', 'tags'] }).bind(wp);
      const request = filtered().tags(tag).filter({ author_name: 'nobody', monthnum: 2 }).param('lang', 'de');
      expect(String(request)).to.contain('filter%5Bmonthnum%5D=2');
      expect(await request).to.have.length(6);
    });

    it('carry what they link to, where the client embeds', async () => {
      const [post] = await posts().tags(tag).slug('number-3').embed();
      const { author, 'wp:term': terms } = post._embedded;
      expect(author[0]).to.include({ name: 'admin', slug: 'admin' });
      const names = terms.map((group: { name: string }[]) => group.map(({ name }) => name).sort());
      expect(names).to.deep.equal([['Odd + even', 'Uncategorized'], [TAG]]);
    });

    it('hold of each item the fields that are named', async () => {
      expect(await posts().slug('number-4').param('_fields', ['slug', 'title.rendered'])).to.have.deep.property('0', {
        slug: 'number-4',
        title: { rendered: 'Number 4' },
      });
    });

    it('of comments are those of a post or of a parent', async () => {
      const [{ id: post }] = await posts().slug('number-1');
      const { id: parent } = await client().comments().create({ post, content: 'A' });
      await client().comments().create({ post, parent, content: 'B' });
      expect(await client().comments().forPost(post)).to.have.length(2);
      expect(await client().comments().parent(parent)).to.have.length(1);
    });
  });
}

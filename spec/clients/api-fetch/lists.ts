import { expect } from 'chai';
import { apiFetch } from './client.ts';
import type { Data, Page } from './page.ts';

const COUNT = 205;
const BATCH = 25;

/** Lists without an end, which the client fetches page by page. */
export function describeLists(page: Page): void {
  describe('lists of everything', () => {
    before(async () => {
      const made = Array.from({ length: COUNT }, (_, at) => ({
        name: `Tag ${at}`,
        description: at % 2 ? 'odd' : 'even',
      }));
      for (let at = 0; at < COUNT; at += BATCH) {
        const some = made.slice(at, at + BATCH);
        const requests = some.map((body) => ({ path: '/wp/v2/tags', method: 'POST', body }));
        await apiFetch({ path: '/batch/v1', method: 'POST', data: { requests } });
      }
    });

    it('are put together from pages of a hundred, in order and with every argument', async () => {
      const tags = await apiFetch<Data[]>({ path: '/wp/v2/tags?per_page=-1&orderby=id&order=desc&_fields=id,name' });
      expect(tags).to.have.length(COUNT);
      expect(tags.map(({ name }) => name).slice(0, 2)).to.deep.equal(['Tag 204', 'Tag 203']);
      expect(tags.every((tag) => Object.keys(tag).join() === 'id,name')).to.equal(true);
      expect(page.sent).to.have.length(3);
    });

    it('keep arguments that are lists, and characters that are written with a percent sign', async () => {
      const [first, second] = await apiFetch<Data[]>({ path: '/wp/v2/tags?per_page=2&orderby=id' });
      const path = `/wp/v2/tags?per_page=-1&exclude[]=${first.id}&exclude[]=${second.id}&search=${encodeURIComponent('Tag ')}`;
      const tags = await apiFetch<Data[]>({ path });
      expect(tags).to.have.length(COUNT - 2);
      expect(new Set(tags.map(({ id }) => id)).size).to.equal(COUNT - 2);
    });

    it('of one page take one request', async () => {
      expect(await apiFetch<Data[]>({ path: '/wp/v2/categories?per_page=-1' })).to.have.length(1);
      expect(page.sent).to.have.length(1);
    });
  });
}

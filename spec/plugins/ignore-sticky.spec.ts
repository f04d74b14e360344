import { expect } from 'chai';
import ignoreSticky from '../../plugins/ignore-sticky/index.ts';
import { buildContentSite, type ContentSite } from '../support/content-site.ts';

describe('ignore_sticky', () => {
  let site: ContentSite;
  const ids: number[] = [];
  before(async () => {
    site = await buildContentSite([ignoreSticky]);
    for (let day = 1; day <= 7; day++) {
      const post = await site.publish({ title: `Post ${day}`, date: `2026-01-0${day} 00:00:00` });
      ids.push(post.id);
    }
    await site.posts.setSticky(ids[1]!, true);
    await site.posts.setSticky(ids[3]!, true);
    const draft = await site.posts.insert({ title: 'Draft', status: 'draft' });
    await site.posts.setSticky(draft.id, true);
  });
  after(() => site.generation.dispose());

  /** The days of the posts of a list. */
  const days = async (query: string): Promise<number[]> => {
    const { json, headers } = await site.get(`/cms/v2/posts?_fields=id&${query}`);
    expect(headers['X-CMS-Total']).to.equal('7');
    return json.map(({ id }: { id: number }) => ids.indexOf(id) + 1);
  };

  it('leaves sticky posts where they are, of itself and when it is true', async () => {
    expect(await days('')).to.eql([7, 6, 5, 4, 3, 2, 1]);
    expect(await days('ignore_sticky=true')).to.eql([7, 6, 5, 4, 3, 2, 1]);
  });

  it('puts them first when it is false, each post once, in the list’s order', async () => {
    expect(await days('ignore_sticky=false')).to.eql([4, 2, 7, 6, 5, 3, 1]);
    expect(await days('ignore_sticky=false&order=asc')).to.eql([2, 4, 1, 3, 5, 6, 7]);
  });

  it('pages through them like through any list', async () => {
    for (const size of [1, 2, 3, 5, 7]) {
      const all: number[] = [];
      for (let page = 1; page <= Math.ceil(7 / size); page++) {
        all.push(...(await days(`ignore_sticky=false&per_page=${size}&page=${page}`)));
      }
      expect(all, `pages of ${size}`).to.eql([4, 2, 7, 6, 5, 3, 1]);
    }
    expect(await days('ignore_sticky=false&offset=1&per_page=2')).to.eql([2, 7]);
  });

  it('takes in none that the list leaves out', async () => {
    const { json } = await site.get(`/cms/v2/posts?ignore_sticky=false&_fields=id&exclude=${ids[3]}`);
    expect(json.map(({ id }: { id: number }) => ids.indexOf(id) + 1)).to.eql([2, 7, 6, 5, 3, 1]);
    const chosen = await site.get(`/cms/v2/posts?ignore_sticky=false&_fields=id&include=${ids[0]},${ids[1]}`);
    expect(chosen.json.map(({ id }: { id: number }) => ids.indexOf(id) + 1)).to.eql([2, 1]);
  });
});

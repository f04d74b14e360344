import { expect } from 'chai';
import { ask } from '../support/asking.ts';
import type { StartedSite } from '../support/started-site.ts';

/** Tools that run recipes, as n8n does, signed in by application password. */
export function describeAutomation(site: StartedSite): void {
  describe('automation tools', () => {
    const call = (method: string, path: string, json?: object) =>
      ask(method, `${site.url}/wp-json/wp/v2${path}`, { as: site.app, ...(json === undefined ? {} : { json }) });

    /** Reads pages of ten until the header says that this was the last; one too many is refused with 400. */
    async function everything(path: string): Promise<{ id: number }[]> {
      const items: { id: number }[] = [];
      for (let page = 1; ; page++) {
        const { status, headers, json } = await call(
          'GET',
          `${path}${path.includes('?') ? '&' : '?'}per_page=10&page=${page}`,
        );
        expect(status).to.equal(200);
        items.push(...json);
        const last = Number.parseInt(headers.get('X-WP-TotalPages')!, 10);
        if (last === page || last === 0) return items;
      }
    }

    it('test what they were given on the list of users', async () => {
      expect((await call('GET', '/users')).status).to.equal(200);
    });

    it('load choices page by page until the last, which lists that are empty have too', async () => {
      expect(await everything('/tags')).to.deep.equal([]);
      expect((await call('GET', '/tags')).headers.get('X-WP-TotalPages')).to.equal('0');
      for (let number = 1; number <= 20; number++) await call('POST', '/tags', { name: `Choice ${number}` });
      expect(await everything('/tags')).to.have.length(20);
      expect((await everything('/users?who=authors')).map(({ id }) => id)).to.deep.equal([1]);
    });

    it('repeat the id in the body of a change', async () => {
      const { json } = await call('POST', '/posts', { title: 'One', status: 'publish', author: 1, tags: [] });
      const changed = await call('POST', `/posts/${json.id}`, { id: json.id, title: 'Two' });
      expect([changed.status, changed.json.title.raw]).to.deep.equal([200, 'Two']);
      expect((await call('DELETE', `/posts/${json.id}?force=true`)).json.deleted).to.equal(true);
    });

    it('ask for posts by everything at once, lists in brackets', async () => {
      const query =
        'context=view&orderby=date&order=desc&search=&after=2000-01-01T00:00:00&before=2100-01-01T00:00:00' +
        '&author[]=1&categories[]=1&categories_exclude[]=99&tags_exclude[]=99&sticky=false&status=publish&per_page=10&page=1';
      const { status, json } = await call('GET', `/posts?${query}`);
      expect([status, json.map(({ slug }: { slug: string }) => slug)]).to.deep.equal([200, ['hello-world']]);
    });

    it('write all there is to a page', async () => {
      const page = {
        title: 'T',
        status: 'draft',
        parent: 2,
        menu_order: 4,
        comment_status: 'closed',
        ping_status: 'closed',
        template: '',
        featured_media: 0,
      };
      const { status, json } = await call('POST', '/pages', page);
      expect(status).to.equal(201);
      expect(json).to.include({ parent: 2, menu_order: 4, comment_status: 'closed' });
      await call('DELETE', `/pages/${json.id}?force=true`);
    });

    it('remove users and hand on what they wrote', async () => {
      const { json: user } = await call('POST', '/users', {
        username: 'bot',
        email: 'bot@example.org',
        password: 'x',
        name: 'Bot',
        roles: ['author'],
      });
      const { json: post } = await call('POST', '/posts', { title: 'T', status: 'publish', author: user.id });
      expect((await call('DELETE', `/users/${user.id}?reassign=1&force=true`)).json.deleted).to.equal(true);
      expect((await call('GET', `/posts/${post.id}`)).json.author).to.equal(1);
      await call('DELETE', `/posts/${post.id}?force=true`);
    });
  });
}

import { expect } from 'chai';
import type { StartedSite } from '../support/started-site.ts';
import { apiFetch } from './client.ts';
import { type Data, failure, type Page } from './page.ts';

/** Requests as the client shapes them, and what it makes of the answers. */
export function describeRequests(site: StartedSite, page: Page): void {
  describe('requests', () => {
    const create = (data: object) => apiFetch<Data>({ path: '/wp/v2/posts', method: 'POST', data });

    it('change and remove by POST with X-HTTP-Method-Override, and are answered as the editor needs them', async () => {
      const { id } = await create({ title: 'One', status: 'publish' });
      const path = `/wp/v2/posts/${id}`;
      for (const method of ['PUT', 'PATCH']) {
        const changed = await apiFetch<Data>({ path, method, data: { title: method } });
        expect(changed).to.deep.include({ id, title: { raw: method, rendered: method } });
      }
      // No body, and still the content type of JSON.
      expect(await apiFetch({ path, method: 'DELETE' })).to.include({ status: 'trash' });
      const removed = await apiFetch<Data>({ path: `${path}?force=true`, method: 'DELETE' });
      expect([removed.deleted, removed.previous.title.raw]).to.deep.equal([true, 'PATCH']);
      expect(new Set(page.sent.map((line) => line.split(' ')[0]))).to.deep.equal(new Set(['POST']));
    });

    it('say the language of the user on every route, which none refuses', async () => {
      const { routes } = await apiFetch<Data>({ path: '/' });
      // The archive of a theme is no JSON.
      const fixed = Object.keys(routes).filter(
        (route) => routes[route].methods.includes('GET') && !route.includes('(') && !route.endsWith('/export'),
      );
      expect(fixed).to.include.members(['/wp/v2/posts', '/wp/v2/settings', '/wp/v2/plugins']);
      const refused: string[] = [];
      for (const path of fixed) {
        const { code } = await apiFetch<Data>({ path }).catch((error: unknown) => error);
        // A route that needs parameters says which it lacks.
        if (code !== undefined && code !== 'rest_missing_callback_param') refused.push(`${path}: ${code}`);
      }
      expect(refused).to.deep.equal([]);
    });

    it('name a route by namespace and endpoint', async () => {
      expect(await apiFetch({ namespace: 'wp/v2', endpoint: '/types/post' })).to.include({ slug: 'post' });
    });

    it('hand on headers to callers that request them', async () => {
      const listed = await apiFetch({ path: '/wp/v2/posts?per_page=1', parse: false });
      expect(listed.headers.get('X-WP-Total')).to.match(/^\d+$/);
      const described = await apiFetch({ path: '/wp/v2/posts/1', method: 'OPTIONS', parse: false });
      expect(described.headers.get('Allow')).to.equal('GET, POST, PUT, PATCH, DELETE');
      const counted = await apiFetch({ path: '/wp/v2/comments?post=1&_fields=id', method: 'HEAD', parse: false });
      expect(counted.headers.get('X-WP-TotalPages')).to.equal('1');
    });

    it('run several writes at once', async () => {
      const requests = ['A', 'B'].map((title) => ({ path: '/wp/v2/posts', method: 'POST', body: { title } }));
      const { responses } = await apiFetch<Data>({ path: '/batch/v1', method: 'POST', data: { requests } });
      expect(responses.map(({ status, body }: Data) => [status, body.title.raw])).to.deep.equal([
        [201, 'A'],
        [201, 'B'],
      ]);
    });

    it('may carry the theme that is looked at', async () => {
      const preview = apiFetch.createThemePreviewMiddleware('twentytwentyfour' as Data);
      apiFetch.use(preview);
      expect(await apiFetch({ path: '/wp/v2/posts/1' }).finally(() => apiFetch.unregister(preview))).to.include({
        id: 1,
      });
      expect(page.sent[0]).to.contain('wp_theme_preview=twentytwentyfour');
    });

    for (const [what, options, expected] of [
      ['what is not there', { path: '/wp/v2/posts/99999' }, ['rest_post_invalid_id', 404]],
      ['a route that is not registered', { path: '/wp/v2/nothing' }, ['rest_no_route', 404]],
      ['a wrong parameter', { path: '/wp/v2/posts?per_page=0' }, ['rest_invalid_param', 400]],
      ['a method that a route does not take', { path: '/wp/v2/types', method: 'DELETE' }, ['rest_no_route', 404]],
      ['JSON that is none', { path: '/wp/v2/posts/1', method: 'PUT', body: '{"title":' }, ['rest_invalid_json', 400]],
    ] as const) {
      it(`reject with the code and the status of ${what}`, async () => {
        const { code, message, data } = await failure(apiFetch(options));
        expect([code, data.status]).to.deep.equal(expected);
        expect(message).to.be.a('string').and.not.equal('');
      });
    }

    it('for an address that cannot be read are answered in JSON too', async () => {
      const url = `${site.url}/wp-json/wp/v2/posts/%E0%A4%A`;
      expect(await failure(apiFetch({ url }))).to.include({ code: 'rest_invalid_url' });
    });
  });
}

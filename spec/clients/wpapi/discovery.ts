import { createRequire } from 'node:module';
import { expect } from 'chai';
import WPAPI from 'wpapi';
import type { StartedSite } from '../support/started-site.ts';

type Routes = Record<string, { readonly methods: readonly string[] }>;

/** The routes that the client carries with it, as a site of version 5.0 had them. */
const KNOWN: Routes = createRequire(import.meta.url)('wpapi/lib/data/default-routes.json');

/** What the client finds out about a site, and what it knows without asking. */
export function describeDiscovery(site: StartedSite): void {
  describe('discovery', () => {
    it('finds the interface from the address of the site, by HEAD, and binds its routes', async () => {
      const found = await WPAPI.discover(site.url);
      expect(String(found.posts().id(7).revisions())).to.equal(`${site.url}/wp-json/wp/v2/posts/7/revisions`);
      expect(await found.types().type('page')).to.include({ slug: 'page', rest_base: 'pages' });
    });

    it('binds the routes of every namespace', async () => {
      const found = await WPAPI.discover(site.url);
      const { namespaces } = await found.root();
      for (const namespace of namespaces) expect(() => found.namespace(namespace), namespace).not.to.throw();
      const shelf = found.namespace('shelf/v1');
      expect(await shelf.books().number(2)).to.deep.equal({ title: 'Ulysses' });
      expect(await shelf.books().param('author', 'Jane Austen')).to.include({ author: 'Jane Austen' });
    });

    it('binds of a resource the methods that the index lists', async () => {
      const found = await WPAPI.discover(site.url);
      expect(() => found.types().type('page').create({})).to.throw(
        'Unsupported method; supported methods are: get, head',
      );
    });

    it('reaches routes that are registered by hand, with their parameters', async () => {
      const client = new WPAPI({ endpoint: `${site.url}/wp-json` });
      const books = client.registerRoute('shelf/v1', '/books/(?P<number>[\\d]+)', { params: ['author'] }).bind(client);
      expect(await books().number(1)).to.deep.equal({ title: 'Emma' });
      const revisions = client.registerRoute('wp/v2', '/posts/(?P<parent>[\\d]+)/revisions').bind(client);
      const refused = await revisions()
        .parent(1)
        .revisions()
        .get()
        .catch((error: unknown) => error);
      expect(refused).to.include({ code: 'rest_cannot_read' });
    });

    it('asks the index, and addresses outside of every route, as they are', async () => {
      const client = new WPAPI({ endpoint: `${site.url}/wp-json` });
      expect((await client.root()).namespaces).to.include('wp/v2');
      expect(await client.root('shelf/v1/books/1')).to.deep.equal({ title: 'Emma' });
      expect(await client.url(`${site.url}/?rest_route=/shelf/v1/books/2`)).to.deep.equal({ title: 'Ulysses' });
    });

    describe('is right that', () => {
      let routes: Routes;
      before(async () => {
        ({ routes } = await new WPAPI({ endpoint: `${site.url}/wp-json` }).root());
      });

      for (const [route, { methods }] of Object.entries(KNOWN)) {
        if (OUT_OF_DATE.test(route)) continue;
        it(`${route} takes ${methods.join(', ')}`, () => {
          expect(routes[route]?.methods).to.include.members([...methods]);
        });
      }
    });
  });
}

// One route renders all blocks since version 5.5, and this client is not used for embeds.
const OUT_OF_DATE = /^\/oembed\/|\/block-renderer\//;

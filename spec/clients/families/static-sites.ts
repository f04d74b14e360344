import { expect } from 'chai';
import { ask } from '../support/asking.ts';
import type { StartedSite } from '../support/started-site.ts';

/** Tools that read a whole site to build another, as gatsby-source-wordpress 3, Frontity and starters do. */
export function describeStaticSites(site: StartedSite): void {
  describe('static site tools', () => {
    const get = (address: string) => ask('GET', site.url + address);
    const slugs = (json: { slug: string }[]) => json.map(({ slug }) => slug);

    it('crawl every route of the index that is a plain list, and page through it', async () => {
      const { json: index } = await get('/wp-json/');
      const lists = Object.keys(index.routes).filter((route) => /^\/wp\/v2\/[a-z-]+$/.test(route));
      expect(lists).to.include.members(['/wp/v2/posts', '/wp/v2/pages', '/wp/v2/media', '/wp/v2/tags', '/wp/v2/users']);
      for (const route of lists) {
        const { status, headers, json } = await get(`/wp-json${route}?per_page=100&page=1`);
        // What takes signing in, or an argument, is passed over.
        expect(status, route).to.be.oneOf([200, 400, 401]);
        if (status === 200 && Array.isArray(json) && headers.has('X-WP-Total')) {
          expect(Number(headers.get('X-WP-Total')), route).to.be.at.least(json.length);
          expect(headers.get('X-WP-TotalPages'), route).to.match(/^\d+$/);
        }
      }
    });

    it('ask by rest_route, with what is embedded', async () => {
      const { json } = await get('/?rest_route=/wp/v2/posts&_embed=true');
      expect(slugs(json)).to.deep.equal(['hello-world']);
      expect(json[0]._embedded).to.include.keys('author', 'wp:term');
      expect(json[0]._embedded.author[0].slug).to.equal('admin');
    });

    it('ask for slugs in every spelling', async () => {
      for (const spelling of [
        'slug=hello-world',
        'slug[]=hello-world',
        'slug[0]=hello-world&slug[1]=other',
        'slug=hello-world,other',
      ]) {
        expect(slugs((await get(`/wp-json/wp/v2/posts?${spelling}`)).json), spelling).to.deep.equal(['hello-world']);
      }
    });

    it('name types that only a plugin of their site would know, and are not refused', async () => {
      const { status, json } = await get('/wp-json/wp/v2/posts?type[]=post&type[]=page&slug=hello-world');
      expect([status, slugs(json)]).to.deep.equal([200, ['hello-world']]);
    });

    it('keep links and what they embed where they name the fields', async () => {
      const { json } = await get('/wp-json/wp/v2/posts?_embed=author&_fields=slug,_links,_embedded');
      expect(json[0]).to.have.all.keys('slug', '_links', '_embedded');
      expect(json[0]._embedded.author[0].slug).to.equal('admin');
    });

    it('build anew what has changed since', async () => {
      const since = (time: string) => get(`/wp-json/wp/v2/posts?modified_after=${time}`);
      expect(slugs((await since('2000-01-01T00:00:00')).json)).to.deep.equal(['hello-world']);
      expect((await since('2100-01-01T00:00:00')).json).to.deep.equal([]);
    });

    it('take dates without a zone, and the same in UTC beside them', async () => {
      const { json } = await get('/wp-json/wp/v2/posts?_fields=date,date_gmt,modified,modified_gmt');
      for (const date of Object.values(json[0])) expect(date).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    });
  });
}

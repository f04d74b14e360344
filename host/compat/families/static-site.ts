import { type Family, ROOT, V2 } from '../step.ts';

/** Tools that build a static site from the content. */
export const staticSite: Family = {
  name: 'static-site',
  clients: 'gatsby-source-wordpress 3, Frontity, starters of Astro, Next and Nuxt',
  steps: [
    {
      does: 'crawls the index',
      why: 'what is not listed there, or has no pages, is left out of the site',
      async run(site) {
        const routes = (await site.get(`${ROOT}/`, { as: 'nobody' })).status(200).body('routes', 'a map') as object;
        for (const name of ['posts', 'pages', 'media', 'categories', 'tags', 'users']) {
          if (!Object.hasOwn(routes, `/wp/v2/${name}`)) continue;
          const list = (await site.get(`${V2}/${name}?per_page=100&page=1`, { as: 'nobody' })).status(200);
          list.body('$', 'a list');
          list.header('X-WP-Total', /^\d+$/, 'a whole number');
          list.header('X-WP-TotalPages', /^\d+$/, 'a whole number');
        }
      },
    },
    {
      does: 'asks by rest_route, with what is embedded',
      why: 'authors, terms and pictures are taken from _embedded',
      async run(site) {
        const list = (await site.get('/?rest_route=/wp/v2/posts&per_page=1&_embed=true', { as: 'nobody' })).status(200);
        const [post] = list.body('$', 'a list') as unknown[];
        if (post === undefined) return;
        list.body('[0]._embedded.author', 'a list');
        list.body('[0]._embedded["wp:term"]', 'a list');
        list.body('[0].title.rendered', 'a text');
        list.body('[0].link', 'a text');
      },
    },
    {
      does: 'looks for a slug',
      why: 'every page of the built site begins with it',
      async run(site) {
        const post = await site.newestPost();
        if (post === undefined) return;
        for (const name of ['slug', 'slug[]']) {
          const url = `${V2}/posts?${name}=${encodeURIComponent(post.slug)}`;
          (await site.get(url, { as: 'nobody' })).status(200).value('[0].slug', post.slug);
        }
      },
    },
    {
      does: 'keeps links where it names the fields',
      why: 'what is embedded is found by them',
      async run(site) {
        const url = `${V2}/posts?per_page=1&_fields=id,_links,_embedded&_embed=author`;
        const list = (await site.get(url, { as: 'nobody' })).status(200);
        if ((list.body('$', 'a list') as unknown[]).length > 0) list.body('[0]._links.self', 'a list');
      },
    },
    {
      does: 'asks what has changed since',
      why: 'without it every build reads everything, or nothing',
      async run(site) {
        const url = `${V2}/posts?modified_after=2100-01-01T00:00:00`;
        (await site.get(url, { as: 'nobody' })).status(200).value('$', []);
      },
    },
  ],
};

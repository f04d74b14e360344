import { type Family, type Step, V2 } from '../step.ts';

const loadsAll = (list: string): Step => ({
  does: `loads all ${list}`,
  why: 'it reads on until X-WP-TotalPages says that this was the last page: choices are missing without it',
  async run(site) {
    const url = `${V2}/${list}${list.includes('?') ? '&' : '?'}per_page=10`;
    const pages = (await site.get(url)).status(200).header('X-WP-TotalPages', /^\d+$/, 'a whole number');
    if (Number(pages) > 1) (await site.get(`${url}&page=${pages}`)).status(200).body('[0].id', 'a whole number');
  },
});

/** Tools that run recipes. */
export const automation: Family = {
  name: 'automation',
  clients: 'n8n, Zapier, Make',
  steps: [
    {
      does: 'tests what it was given',
      why: 'a connection is only kept if the list of users can be read',
      async run(site) {
        (await site.get(`${V2}/users`)).status(200).body('$', 'a list');
      },
    },
    loadsAll('categories'),
    loadsAll('tags'),
    loadsAll('users?who=authors'),
    {
      does: 'narrows posts',
      why: 'lists are sent with brackets',
      async run(site) {
        const query = 'orderby=date&order=desc&author[]=1&categories_exclude[]=999999&status=publish&per_page=10';
        (await site.get(`${V2}/posts?${query}`)).status(200).body('$', 'a list');
      },
    },
    {
      does: 'makes and changes a post',
      why: 'it repeats the id in the body of a change',
      writes: true,
      async run(site) {
        const json = { title: 'Compatibility', status: 'draft' };
        const id = (await site.ask('POST', `${V2}/posts`, { json })).status(201).body('id', 'a whole number');
        (await site.ask('POST', `${V2}/posts/${id}`, { json: { id, title: 'A' } })).status(200).value('title.raw', 'A');
        (await site.ask('DELETE', `${V2}/posts/${id}?force=true`)).status(200).value('deleted', true);
      },
    },
  ],
};

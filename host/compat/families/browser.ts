import { type Family, ROOT, V2 } from '../step.ts';

/** A named group, and what wpapi reads as its pattern, which ends at the first or the second bracket. */
const GROUP = /\(\?(?:P<|<|')[^>']+[>']([^)]*\)?\??)\)/g;

const isPattern = (text: string): boolean => {
  try {
    return new RegExp(`^${text}$`).source !== '';
  } catch {
    return false;
  }
};

/** Scripts in pages, which authenticate with a cookie and a nonce. */
export const browser: Family = {
  name: 'browser',
  clients: '@wordpress/api-fetch, wpapi',
  steps: [
    {
      does: 'signs in by the login form',
      why: 'the address of the form and the names of its fields are written into clients',
      async run(site) {
        const page = (await site.get('/wp-login.php')).status(200);
        for (const field of ['log', 'pwd']) {
          page.must(page.text.includes(`name="${field}"`), `a form with the field "${field}"`, undefined);
        }
      },
    },
    {
      does: 'asks for a nonce',
      why: 'a page that was open for a day gets a fresh nonce here; without one every write fails',
      async run(site) {
        const answer = (await site.get('/wp-admin/admin-ajax.php?action=rest-nonce')).status(200, 400);
        answer.must(/^\w+$/.test(answer.text), 'a nonce, or 0 where nobody is signed in, as plain text', answer.text);
      },
    },
    {
      does: 'reads lists page by page',
      why: 'per_page=-1 follows the link "next", written just so; without it lists end after 100 items',
      async run(site) {
        const list = (await site.get(`${V2}/posts?per_page=1&_locale=user`)).status(200);
        list.body('$', 'a list');
        list.header('X-WP-Total', /^\d+$/, 'a whole number');
        const pages = list.header('X-WP-TotalPages', /^\d+$/, 'a whole number');
        if (Number(pages) > 1) list.header('Link', /<(https?:[^>]+)>; rel="next"/, 'with <address>; rel="next"');
      },
    },
    {
      does: 'makes methods of the routes',
      why: 'wpapi goes by the index; one pattern that it cannot read leaves it with the routes of old alone',
      async run(site) {
        const index = (await site.get(`${ROOT}/`, { as: 'nobody' })).status(200);
        for (const route of Object.keys(index.body('routes', 'a map') as object)) {
          for (const [, pattern = ''] of route.matchAll(GROUP)) {
            index.must(isPattern(pattern), 'routes with no repeated group inside a named one', route);
          }
        }
      },
    },
    {
      does: 'reads why it was refused',
      why: 'the client shows the message, and decides by the code',
      async run(site) {
        const error = (await site.get(`${V2}/posts/999999999`)).status(404);
        error.value('code', 'rest_post_invalid_id').value('data.status', 404).body('message', 'a text');
      },
    },
    {
      does: 'sends all methods by POST',
      why: 'PUT, PATCH and DELETE travel as POST with X-HTTP-Method-Override; nothing could be changed or removed',
      async run(site) {
        const headers = { 'X-HTTP-Method-Override': 'OPTIONS', 'Content-Type': 'application/json' };
        (await site.ask('POST', `${V2}/posts`, { headers })).status(200).body('endpoints', 'a list');
      },
    },
    {
      does: 'asks from another origin',
      why: 'browsers keep the answer from a front end on another origin',
      async run(site) {
        const list = await site.get(`${V2}/posts`, { headers: { Origin: 'https://app.example' }, as: 'nobody' });
        list.header('Access-Control-Allow-Origin', /^https:\/\/app\.example$/, 'the origin that asks');
        list.header('Access-Control-Expose-Headers', /X-WP-TotalPages/, 'with X-WP-TotalPages');
      },
    },
    {
      does: 'writes, changes and removes a post',
      why: 'what is written goes back into the page as it was answered',
      writes: true,
      async run(site) {
        const made = (await site.ask('POST', `${V2}/posts`, { json: { title: 'Compatibility' } })).status(201);
        const id = made.body('id', 'a whole number');
        made.value('title.raw', 'Compatibility');
        const headers = { 'X-HTTP-Method-Override': 'DELETE', 'Content-Type': 'application/json' };
        const gone = (await site.ask('POST', `${V2}/posts/${id}?force=true`, { headers })).status(200);
        gone.value('deleted', true).value('previous.title.raw', 'Compatibility');
      },
    },
  ],
};

import { type Family, ROOT, V2 } from '../step.ts';

const basic = (login: string, password: string) => ({
  Authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
});

/** Native apps, which authenticate with an application password. */
export const mobile: Family = {
  name: 'mobile',
  clients: 'the WordPress apps for iOS and Android, wordpress-rs',
  steps: [
    {
      does: 'finds the interface',
      why: 'apps look for it in the header Link of the home page',
      async run(site) {
        const page = (await site.ask('HEAD', '/')).status(200);
        page.header('Link', /<[^<>]+wp-json[^<>]*>;\s*rel="https:\/\/api\.w\.org\/"/, 'with rel="https://api.w.org/"');
      },
    },
    {
      does: 'reads the index',
      why: 'apps parse it strictly, and refuse a site that has no application passwords',
      async run(site) {
        const index = (await site.get(`${ROOT}/`, { as: 'nobody' })).status(200);
        for (const field of ['name', 'description', 'url', 'home', 'timezone_string']) index.body(field, 'a text');
        index.body('namespaces', 'a list');
        const page = index.body('authentication["application-passwords"].endpoints.authorization', 'a text') as string;
        const { pathname, search } = new URL(page);
        const authorization = `${pathname}${search === '' ? '?' : `${search}&`}app_name=Compatibility`;
        (await site.get(authorization)).status(200, 302);
      },
    },
    {
      does: 'is refused with a wrong password',
      why: 'an app that is answered as nobody takes itself for signed in',
      async run(site) {
        const headers = basic('nobody-of-this-name', 'wrong');
        const refused = (await site.get(`${V2}/users/me`, { as: 'nobody', headers })).status(401);
        refused.body('code', 'a text');
      },
    },
    {
      does: 'reads posts with strict types',
      why: 'a number written as a text, or a list for a map, fails the whole answer',
      async run(site) {
        const list = (await site.get(`${V2}/posts?context=edit&per_page=5`)).status(200);
        for (const at of (list.body('$', 'a list') as unknown[]).keys()) {
          for (const field of ['id', 'author', 'featured_media']) list.body(`[${at}].${field}`, 'a whole number');
          for (const field of ['date', 'date_gmt', 'slug', 'status', 'title.raw'])
            list.body(`[${at}].${field}`, 'a text');
          for (const field of ['categories', 'tags']) list.body(`[${at}].${field}`, 'a list');
        }
      },
    },
    {
      does: 'signs in with an application password',
      why: 'it is the only way in that apps have',
      writes: true,
      async run(site) {
        const login = (await site.get(`${V2}/users/me?context=edit`)).status(200).body('username', 'a text') as string;
        const json = { name: 'Compatibility' };
        const made = (await site.ask('POST', `${V2}/users/me/application-passwords`, { json })).status(201);
        const headers = basic(login, made.body('password', 'a text') as string);
        const me = await site.get(`${V2}/users/me?context=edit`, { as: 'nobody', headers });
        me.status(200).value('username', login);
      },
    },
  ],
};

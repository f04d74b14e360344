import { expect } from 'chai';
import { buildFullSite, type FullSite } from '../support/full-site.ts';
import { serve } from '../support/serve.ts';
import { Cast, SECRET } from './cast.ts';
import { ROLES, type Role } from './table.ts';

/** Pairs of requests that must be answered alike: one about a hidden object, one about an absent one. */
const PAIRS: readonly (readonly [hidden: string, absent: string])[] = [
  // Lists leave out what is hidden.
  ...['draft', 'pending', 'private', 'future', 'trash'].flatMap((status) => [
    [`GET /posts?include=<post other ${status}>`, 'GET /posts?include=<absent>'] as const,
    [`GET /pages?include=<page other ${status}>`, 'GET /pages?include=<absent>'] as const,
    [`GET /pages?parent=<page other ${status}>`, 'GET /pages?parent=<absent>'] as const,
    [`GET /search?search=<title post other ${status}>`, 'GET /search?search=<title absent>'] as const,
    [`GET /posts?search=<title post other ${status}>`, 'GET /posts?search=<title absent>'] as const,
    [`GET /posts?slug=<slug post other ${status}>`, 'GET /posts?slug=<slug absent>'] as const,
    // The Allow header discloses nothing to users who may do nothing with an item.
    [`OPTIONS /posts/<post other ${status}>`, 'OPTIONS /posts/<absent>'] as const,
    [`OPTIONS /pages/<page other ${status}>`, 'OPTIONS /pages/<absent>'] as const,
    [`OPTIONS /blocks/<block other ${status}>`, 'OPTIONS /blocks/<absent>'] as const,
    [`OPTIONS /navigation/<navigation other ${status}>`, 'OPTIONS /navigation/<absent>'] as const,
    [`OPTIONS /comments/<comment other approved on other ${status}>`, 'OPTIONS /comments/<absent>'] as const,
    [`OPTIONS /comments?post=<post other ${status}>`, 'OPTIONS /comments?post=<post other draft>'] as const,
    [`OPTIONS /posts/<post other ${status}>/revisions`, 'OPTIONS /posts/<absent>/revisions'] as const,
    // By the route of another type nothing is found.
    [`GET /posts/<page other ${status}>`, 'GET /posts/<absent>'] as const,
    [`DELETE /pages/<post other ${status}>`, 'DELETE /pages/<absent>'] as const,
    // A refusal is the same, whatever the status.
    [`GET /posts/<post other ${status}>`, 'GET /posts/<post other draft>'] as const,
    [`PUT /posts/<post other ${status}>`, 'PUT /posts/<post other draft>'] as const,
    [`DELETE /posts/<post other ${status}>`, 'DELETE /posts/<post other draft>'] as const,
    [
      `GET /posts/<post other ${status}>/revisions/<revision post other ${status}>`,
      `GET /posts/<post other ${status}>/revisions/<absent>`,
    ] as const,
  ]),
  ...['hold', 'spam', 'trash'].flatMap((status) => [
    [`GET /comments?include=<comment other ${status}>`, 'GET /comments?include=<absent>'] as const,
    [`GET /comments?parent=<comment other ${status}>`, 'GET /comments?parent=<absent>'] as const,
    [`OPTIONS /comments/<comment other ${status}>`, 'OPTIONS /comments/<absent>'] as const,
    [`GET /comments/<comment other ${status}>`, 'GET /comments/<comment other hold>'] as const,
    [`PUT /comments/<comment other ${status}>`, 'PUT /comments/<comment other hold>'] as const,
  ]),
  ['OPTIONS /media/<media other on other draft>', 'OPTIONS /media/<absent>'],
  ['GET /posts/<post other protected>?password=wrong', 'GET /posts/<post other publish>?password=wrong'],
  ['GET /users?include=<user silent>', 'GET /users?include=<absent>'],
  ['GET /users?search=<name user silent>', 'GET /users?search=nobody'],
  ['GET /users?search=<name user silent>@example.org', 'GET /users?search=nobody@example.org'],
  ['GET /users?slug=<name user silent>', 'GET /users?slug=nobody'],
  ['OPTIONS /users/<user silent>', 'OPTIONS /users/<absent>'],
  [
    'GET /users/<user other>/application-passwords/<password other>',
    'GET /users/<user other>/application-passwords/none',
  ],
  [
    'DELETE /users/<user other>/application-passwords/<password other>',
    'DELETE /users/<user other>/application-passwords/none',
  ],
  [
    'POST /comments {"post":<post other private>,"content":"x"}',
    'POST /comments {"post":<post other pending>,"content":"x"}',
  ],
];

/** Pairs of searches that must be answered alike to anonymous visitors, their totals included. */
const SEARCHES: typeof PAIRS = [
  ...['draft', 'pending', 'private', 'future', 'trash'].flatMap((status) => [
    [`GET /media?search=<title media other on other ${status}>`, 'GET /media?search=<title absent>'] as const,
    [
      `GET /comments?search=<text comment other approved on other ${status}>`,
      'GET /comments?search=<title absent>',
    ] as const,
  ]),
  ['GET /comments?search=<text comment other approved on other protected>', 'GET /comments?search=<title absent>'],
];

/** Roles whose users may do nothing with unpublished items of others. */
const STRANGERS: readonly Role[] = ['anonymous', 'subscriber', 'contributor', 'author'];

/** Lists, each with all its filters. */
const LISTS: readonly string[] = [
  '/posts?per_page=100',
  '/posts?per_page=100&status=any',
  '/posts?per_page=100&status=draft,private,future,pending,trash',
  '/pages?per_page=100',
  '/pages?per_page=100&status=any',
  '/blocks?per_page=100',
  '/blocks?per_page=100&status=any',
  '/media?per_page=100',
  '/media?per_page=100&status=private,trash,inherit',
  '/comments?per_page=100',
  '/comments?per_page=100&status=all',
  '/comments?per_page=100&status=hold',
  '/users?per_page=100',
  '/users?per_page=100&has_published_posts=true',
];

describe('what is hidden', () => {
  let site: FullSite;
  const casts = new Map<Role, Cast>();

  before(async () => {
    site = await buildFullSite();
    for (const role of ROLES) {
      const cast = new Cast(site.generation, role);
      casts.set(role, cast);
      for (const object of [
        'comment other approved on other draft',
        'media other on other private',
        'user published',
      ]) {
        await cast.fill(`<${object}>`);
      }
    }
  });
  after(() => site.close());

  const ask = async (role: Role, request: string) => {
    const cast = casts.get(role)!;
    const [, method = '', path = '', body] = /^(\S+) ((?:<[^>]*>|[^\s<])+)(?: (.+))?$/.exec(request)!;
    const user = await cast.actor();
    const json = body === undefined ? undefined : JSON.parse(await cast.fill(body));
    const target = await cast.fill(path);
    const answer = await serve(site.generation, method, `/cms/v2${target}`, { user, json });
    return { ...answer, target };
  };

  /** An answer without the address of its request. */
  const answerTo = async (role: Role, request: string): Promise<string> => {
    const { status, headers, text, target } = await ask(role, request);
    return [status, JSON.stringify(headers), text].join('\n').replaceAll(`/cms/v2${target.split('?')[0]}`, '');
  };

  for (const [hidden, absent] of PAIRS) {
    it(`is answered as what is absent: ${hidden}`, async () => {
      for (const role of STRANGERS) expect(await answerTo(role, hidden), role).to.equal(await answerTo(role, absent));
    });
  }

  for (const [hidden, absent] of SEARCHES) {
    it(`is found by nobody who is not logged in: ${hidden}`, async () => {
      expect(await answerTo('anonymous', hidden)).to.equal(await answerTo('anonymous', absent));
    });
  }

  it('is in no list of those who may not read it by itself', async () => {
    for (const role of ROLES) {
      for (const list of LISTS) {
        const { status, json } = await ask(role, `GET ${list}`);
        if (status >= 400) continue;
        for (const { id } of json) {
          const item = await ask(role, `GET ${list.split('?')[0]}/${id}`);
          expect(item.status, `${list} of ${role} holds ${id}`).to.equal(200);
        }
      }
    }
  });

  // Files and comments of hidden items are counted, as the reference counts them.
  it('is not counted in totals that the user may not know', async () => {
    for (const list of ['/posts', '/pages', '/users', '/search']) {
      const { json, headers } = await ask('anonymous', `GET ${list}?per_page=100`);
      expect(headers['X-CMS-Total'], list).to.equal(String(json.length));
    }
  });

  it('stays hidden where it is embedded', async () => {
    for (const role of STRANGERS) {
      for (const path of [
        '/comments?per_page=100&_embed',
        '/posts?per_page=100&_embed',
        '/media?per_page=100&_embed',
        '/search?per_page=100&_embed',
      ]) {
        const { json } = await ask(role, `GET ${path}`);
        for (const { _embedded: embedded = {} } of json) {
          for (const item of Object.values(embedded).flat(2) as { status?: string }[]) {
            expect(item.status ?? 'publish', `${path} of ${role}`).to.be.oneOf(['publish', 'inherit', 'approved']);
          }
        }
      }
    }
  });

  it('shows anonymous visitors no address of a user or commenter, whatever they read', async () => {
    const paths = [
      '/users',
      '/comments',
      '/posts',
      '/pages',
      '/media',
      '/search',
      '/categories',
      '/tags',
      '/types',
      '/statuses',
    ];
    for (const path of paths) {
      for (const query of ['per_page=100&_embed', 'per_page=100&context=embed']) {
        const { text } = await ask('anonymous', `GET ${path}?${query}`);
        expect(text, path).to.not.match(/@example\.org/);
      }
    }
  });

  it('shows nothing of a protected item without its password', async () => {
    const cast = casts.get('anonymous')!;
    const id = await cast.fill('<post other protected>');
    for (const role of STRANGERS) {
      for (const path of [
        `/posts/${id}`,
        `/posts?include=${id}`,
        `/posts/${id}?password=&context=embed`,
        `/posts/${id}?context=embed`,
      ]) {
        const { status, text } = await ask(role, `GET ${path}`);
        expect(status).to.equal(200);
        expect(text, path).to.not.contain(`${SECRET} content`).and.not.contain(`${SECRET} excerpt`);
        expect(text, path).to.not.contain('sesame');
      }
    }
    expect((await ask('anonymous', `GET /posts/${id}?password=sesame`)).text).to.contain(`${SECRET} content`);
  });

  it('is not disclosed by a login: whether the name or the password is wrong', async () => {
    const basic = (login: string) => ({ authorization: `Basic ${Buffer.from(`${login}:wrong`).toString('base64')}` });
    const [known, unknown] = await Promise.all(
      ['admin', 'nobody'].map((login) => serve(site.generation, 'GET', '/cms/v2/posts', { headers: basic(login) })),
    );
    expect(known!.status).to.equal(401);
    expect(known).to.eql(unknown);
  });
});

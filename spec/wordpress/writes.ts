/** A write of the comparison. `{name}` in its path or body is the id that an earlier write of that key was answered with. */
export interface Write {
  readonly method: 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly login: string;
  /** The name of the id of what is created. */
  readonly key?: string;
}

type Maker = (n: number, pick: (kind: string) => string | undefined) => Write | undefined;

const post = (path: string, body: Record<string, unknown>, key?: string, login = 'admin'): Write => ({
  method: 'POST',
  path,
  body,
  login,
  ...(key === undefined ? {} : { key }),
});

const text = (n: number): string =>
  `<!-- wp:paragraph -->\n<p>Words ${n}: "quotes", it's, back\\slash, <em>em</em> &amp; é 😀</p>\n<!-- /wp:paragraph -->`;

const STATUSES = ['publish', 'draft', 'pending', 'private', 'publish'];

const MAKERS: readonly Maker[] = [
  (n) => post('/wp/v2/posts', { title: `Written ${n}`, content: text(n), status: STATUSES[n % 5] }, `post:${n}`),
  (n) => post('/wp/v2/categories', { name: `Topic "${n}" & more`, description: `About ${n}` }, `category:${n}`),
  (n, pick) =>
    post(
      '/wp/v2/posts',
      {
        title: `In terms ${n}`,
        content: text(n),
        status: 'publish',
        categories: [pick('category')],
        excerpt: `Short ${n}`,
      },
      `post:${n}`,
    ),
  (n, pick) =>
    post(
      '/wp/v2/comments',
      { post: pick('post'), content: `A comment ${n}\n\nof two`, status: 'approved' },
      `comment:${n}`,
    ),
  (n) => post('/wp/v2/tags', { name: `tag ${n}`, slug: `tag-${n % 7}-of` }, `tag:${n}`),
  (n, pick) =>
    post(`/wp/v2/posts/${pick('post')}`, { title: `Changed ${n}`, content: text(n + 1), tags: [pick('tag')] }),
  (n) =>
    post(
      '/wp/v2/pages',
      { title: 'The same title', content: text(n), status: 'publish', menu_order: n % 9 },
      `page:${n}`,
    ),
  (n) =>
    post('/wp/v2/posts', { title: `Of an author ${n}`, content: text(n), status: 'publish' }, `post:${n}`, 'author'),
  (n, pick) => post(`/wp/v2/posts/${pick('post')}`, { status: STATUSES[(n + 1) % 5], sticky: n % 4 === 0 }),
  (n, pick) =>
    post(`/wp/v2/categories/${pick('category')}`, { description: `Changed ${n}`, parent: n % 2 === 0 ? 1 : 0 }),
  (n, pick) =>
    post(`/wp/v2/comments/${pick('comment')}`, {
      status: ['hold', 'approved', 'spam'][n % 3],
      content: `Changed ${n}`,
    }),
  (n, pick) =>
    post('/wp/v2/comments', { post: pick('post'), parent: pick('comment'), content: `Reply ${n}` }, `comment:${n}`),
  (n, pick) => post(`/wp/v2/posts/${pick('post')}`, { slug: `a-slug-${n % 5}` }),
  (n) =>
    post(
      '/wp/v2/users',
      {
        username: `user${n}`,
        email: `user${n}@example.org`,
        password: 'a password',
        first_name: `F${n}`,
        roles: ['author'],
      },
      `user:${n}`,
    ),
  (n, pick) =>
    post(`/wp/v2/users/${pick('user')}`, {
      description: `About "me" ${n}`,
      last_name: `L${n}`,
      url: `http://example.org/${n}`,
    }),
  (n, pick) =>
    post(`/wp/v2/pages/${pick('page')}`, {
      parent: n % 2 === 0 ? 2 : 0,
      comment_status: n % 3 === 0 ? 'open' : 'closed',
    }),
  (n) => post('/wp/v2/settings', { description: `The site ${n}`, posts_per_page: 5 + (n % 6) }),
  (_n, pick) =>
    pick('page') === undefined ? undefined : { method: 'DELETE', path: `/wp/v2/pages/${pick('page')}`, login: 'admin' },
  (n, pick) => post(`/wp/v2/posts/${pick('post')}/autosaves`, { content: text(n + 2), title: `Autosaved ${n}` }),
  (n) => post('/wp/v2/blocks', { title: `Block ${n}`, content: text(n), status: 'publish' }, `block:${n}`),
  (n, pick) => ({
    method: 'DELETE',
    path: `/wp/v2/comments/${pick('comment')}${n % 2 === 0 ? '?force=true' : ''}`,
    login: 'admin',
  }),
  (_n, pick) => ({ method: 'DELETE', path: `/wp/v2/tags/${pick('tag')}?force=true`, login: 'admin' }),
  (n, pick) => ({
    method: 'DELETE',
    path: `/wp/v2/posts/${pick('post')}${n % 3 === 0 ? '?force=true' : ''}`,
    login: 'admin',
  }),
];

/** So many writes, the same ones at each call. Each is of what an earlier one has made and none has deleted. */
export function makeWrites(count: number): Write[] {
  const living = new Map<string, string[]>();
  const writes: Write[] = [];
  for (let n = 0; writes.length < count; n++) {
    const pick = (kind: string): string | undefined => {
      const keys = living.get(kind) ?? [];
      return keys.length === 0 ? undefined : `{${keys[(n * 7) % keys.length]}}`;
    };
    const write = MAKERS[n % MAKERS.length]!(n, pick);
    if (write === undefined || JSON.stringify(write).includes('undefined')) continue;
    writes.push(write);
    if (write.key !== undefined) {
      const kind = write.key.split(':')[0]!;
      living.set(kind, [...(living.get(kind) ?? []), write.key]);
    }
    const gone = write.method === 'DELETE' ? /\{((\w+):\d+)\}/.exec(write.path) : null;
    if (gone !== null)
      living.set(
        gone[2]!,
        living.get(gone[2]!)!.filter((key) => key !== gone[1]),
      );
  }
  return writes;
}

/** A text with the ids in it that earlier writes were answered with. */
export const withIds = (value: string, ids: ReadonlyMap<string, number>): string =>
  value.replace(/"\{([\w]+:\d+)\}"|\{([\w]+:\d+)\}/g, (_, quoted, plain) => String(ids.get(quoted ?? plain)));

/** A request to a host: as the administrator, unless it is anonymous. Rejects when the host is gone. */
export type Ask = (
  method: string,
  path: string,
  options?: { readonly json?: object; readonly anonymous?: boolean },
  // biome-ignore lint/suspicious/noExplicitAny: answers of many routes.
) => Promise<{ readonly status: number; readonly json: any }>;

/** Whether a host shows what was written. */
export type Shows = (ask: Ask) => Promise<boolean>;

/** Makes something of its own to be changed, and answers with a write of it, which answers with how to see it. */
export type KindOfWrite = (ask: Ask, unique: string) => Promise<Shows>;

const made = async (ask: Ask, path: string, json: object): Promise<number> => {
  const answer = await ask('POST', path, { json });
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.json)}`);
  return answer.json.id;
};
const changed = async (ask: Ask, method: string, path: string, json?: object): Promise<void> => {
  const answer = await ask(method, path, { json });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.json)}`);
};
const isGone =
  (path: string): Shows =>
  async (ask) =>
    (await ask('GET', path)).status === 404;

/** Resources that are made, changed and deleted: their path, and a field of theirs with how it is sent and shown. */
const RESOURCES: Readonly<
  // biome-ignore lint/suspicious/noExplicitAny: answers of many routes.
  Record<string, { path: string; send(text: string): object; shown(json: any): string; isPublic: boolean }>
> = {
  post: {
    path: '/posts',
    send: (title) => ({ title, status: 'publish' }),
    shown: ({ title }) => title.rendered,
    isPublic: true,
  },
  page: {
    path: '/pages',
    send: (title) => ({ title, status: 'publish' }),
    shown: ({ title }) => title.rendered,
    isPublic: true,
  },
  draft: {
    path: '/posts',
    send: (title) => ({ title, status: 'draft' }),
    shown: ({ title }) => title.rendered,
    isPublic: false,
  },
  block: {
    path: '/blocks',
    send: (title) => ({ title, status: 'publish' }),
    shown: ({ title }) => title.raw,
    isPublic: false,
  },
  category: { path: '/categories', send: (name) => ({ name }), shown: ({ name }) => name, isPublic: true },
  tag: { path: '/tags', send: (name) => ({ name }), shown: ({ name }) => name, isPublic: true },
  comment: {
    path: '/comments',
    send: (content) => ({ post: 1, content }),
    shown: ({ content }) => content.rendered.replace(/<[^>]*>|\n/g, ''),
    isPublic: true,
  },
  user: {
    path: '/users',
    send: (name) => ({ name, username: name, email: `${name}@example.org`, password: `${name} secret` }),
    shown: ({ name }) => name,
    isPublic: false,
  },
};

const ofResources = Object.entries(RESOURCES).flatMap(([name, { path, send, shown, isPublic }]) => {
  const shows =
    (id: number, text: string): Shows =>
    async (ask) => {
      const { status, json } = await ask('GET', `${path}/${id}`, { anonymous: isPublic });
      return status === 200 && shown(json) === text;
    };
  const deletion = name === 'user' ? '?force=true&reassign=1' : '?force=true';
  const kinds: [string, KindOfWrite][] = [
    [`${name} made`, async (ask, text) => shows(await made(ask, path, send(text)), text)],
    [
      `${name} changed`,
      async (ask, text) => {
        const id = await made(ask, path, send(text));
        // The former answer is cached by hosts that are asked for it.
        await ask('GET', `${path}/${id}`, { anonymous: isPublic });
        const { username: _, password: __, ...json } = send(`${text}x`) as Record<string, unknown>;
        await changed(ask, 'POST', `${path}/${id}`, json);
        return shows(id, `${text}x`);
      },
    ],
    [
      `${name} deleted`,
      async (ask, text) => {
        const id = await made(ask, path, send(text));
        await changed(ask, 'DELETE', `${path}/${id}${deletion}`);
        return isGone(`${path}/${id}`);
      },
    ],
  ];
  return kinds;
});

/** Kinds of writes by name: of items, terms, comments, users, options, metadata, lists in options, and counts. */
export const KINDS_OF_WRITES: ReadonlyMap<string, KindOfWrite> = new Map<string, KindOfWrite>([
  ...ofResources,
  [
    'setting changed',
    async (ask, description) => {
      await changed(ask, 'POST', '/settings', { description });
      return async (other) => (await other('GET', '/settings')).json.description === description;
    },
  ],
  [
    'post made sticky',
    async (ask, title) => {
      const id = await made(ask, '/posts', { title, status: 'publish', sticky: true });
      return async (other) => (await other('GET', `/posts/${id}`, { anonymous: true })).json.sticky === true;
    },
  ],
  [
    'post trashed',
    async (ask, title) => {
      const id = await made(ask, '/posts', { title, status: 'publish' });
      await changed(ask, 'DELETE', `/posts/${id}`);
      return async (other) => (await other('GET', `/posts/${id}?context=edit`)).json.status === 'trash';
    },
  ],
  [
    'list of posts',
    async (ask, title) => {
      const id = await made(ask, '/posts', { title, status: 'publish' });
      return async (other) => {
        const { json } = await other('GET', '/posts?per_page=100&_fields=id', { anonymous: true });
        return json.some((post: { id: number }) => post.id === id);
      };
    },
  ],
  [
    'term of a post',
    async (ask, title) => {
      const tag = await made(ask, '/tags', { name: title });
      await made(ask, '/posts', { title, status: 'publish', tags: [tag] });
      return async (other) => (await other('GET', `/tags/${tag}`, { anonymous: true })).json.count === 1;
    },
  ],
  [
    'preference of a user',
    async (ask, unique) => {
      await changed(ask, 'POST', '/users/me', { meta: { persisted_preferences: { unique } } });
      return async (other) =>
        (await other('GET', '/users/me?context=edit')).json.meta.persisted_preferences.unique === unique;
    },
  ],
  [
    'widget made',
    async (ask, text) => {
      const json = { id_base: 'text', sidebar: 'wp_inactive_widgets', instance: { raw: { text } } };
      const id = await made(ask, '/widgets', json);
      return async (other) => (await other('GET', `/widgets/${id}`)).status === 200;
    },
  ],
  [
    'application password made',
    async (ask, name) => {
      const { uuid } = (await ask('POST', '/users/me/application-passwords', { json: { name } })).json;
      return async (other) => (await other('GET', `/users/me/application-passwords/${uuid}`)).json.name === name;
    },
  ],
]);

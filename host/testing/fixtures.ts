import { serviceToken } from '../../core/index.ts';
import type { Services } from '../../core/services/index.ts';

/** A stored fixture: its id, and the other members of the object that its store returns. */
// biome-ignore lint/suspicious/noExplicitAny: the members belong to the plugin that stores it.
export type Fixture = { readonly id: number; readonly [member: string]: any };

type Input = Readonly<Record<string, unknown>>;

/** Creates stored content with one call each; members that are left out get default values. */
export interface Fixtures {
  /** A published item, a post unless `type` says otherwise. */
  post(input?: Input): Promise<Fixture>;
  /** A term, a category unless `taxonomy` says otherwise. */
  term(input?: Input): Promise<Fixture>;
  /** An approved comment, on an item of its own unless `post` names one. */
  comment(input?: Input): Promise<Fixture>;
  /** A user, a subscriber unless `roles` says otherwise. */
  user(input?: Input): Promise<Fixture>;
}

type Inserting = { insert(input: Input): Promise<Fixture> };

/** The service tokens of the stores of content. */
const STORES = {
  post: serviceToken<Inserting>('post-store'),
  term: serviceToken<{ create(taxonomy: string, name: string, input: Input): Promise<Fixture> }>('term-store'),
  comment: serviceToken<Inserting>('comment-store'),
  user: serviceToken<{ create(input: Input): Promise<Fixture> }>('user-store'),
};

/** Creates the fixtures of a host; each throws if no plugin of the host provides its store. */
export function createFixtures(services: Services): Fixtures {
  let made = 0;
  const store = <K extends keyof typeof STORES>(kind: K) => {
    const found = services.find(STORES[kind] as (typeof STORES)['post']);
    if (found === undefined) {
      throw new Error(
        `no plugin of this host provides "${STORES[kind].name}", which keeps the fixture "${kind}"; ` +
          'name the plugin that does in testHost({ plugins: [...] })',
      );
    }
    return found as unknown as NonNullable<(typeof STORES)[K]['type']>;
  };
  const fixtures: Fixtures = {
    async post(input = {}) {
      return store('post').insert({ title: `Post ${++made}`, content: `Content ${made}`, status: 'publish', ...input });
    },
    async term({ taxonomy = 'category', name = `Term ${++made}`, ...input } = {}) {
      return store('term').create(String(taxonomy), String(name), input);
    },
    async comment(input = {}) {
      const comments = store('comment');
      const post = input.post ?? (await fixtures.post()).id;
      return comments.insert({ content: `Comment ${++made}`, authorName: 'A reader', ...input, post });
    },
    async user(input = {}) {
      const login = `user${++made}`;
      return store('user').create({ login, email: `${login}@example.org`, roles: ['subscriber'], ...input });
    },
  };
  return fixtures;
}

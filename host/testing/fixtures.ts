import { type ServiceToken, serviceToken } from '../../core/index.ts';
import type { ServiceCatalogue, Services } from '../../core/services/index.ts';

type InsertPost = ServiceCatalogue['post-store']['insert'];
type CreateTerm = ServiceCatalogue['term-store']['create'];
type InsertComment = ServiceCatalogue['comment-store']['insert'];
type CreateUser = ServiceCatalogue['user-store']['create'];

/** What a term may be given, its taxonomy and its name among it. */
type TermMembers = NonNullable<Parameters<CreateTerm>[2]> & { readonly taxonomy?: string; readonly name?: string };

const PostStore = serviceToken('post-store');
const TermStore = serviceToken('term-store');
const CommentStore = serviceToken('comment-store');
const UserStore = serviceToken('user-store');

/** Creates stored content with one call each, as its store returns it; members that are left out get default values. */
export interface Fixtures {
  /** A published item, a post unless `type` says otherwise. */
  post(input?: Parameters<InsertPost>[0]): ReturnType<InsertPost>;
  /** A term, a category unless `taxonomy` says otherwise. */
  term(input?: TermMembers): ReturnType<CreateTerm>;
  /** An approved comment, on an item of its own unless `post` names one. */
  comment(input?: Partial<Parameters<InsertComment>[0]>): ReturnType<InsertComment>;
  /** A user, a subscriber unless `roles` says otherwise. */
  user(input?: Partial<Parameters<CreateUser>[0]>): ReturnType<CreateUser>;
}

/** Creates the fixtures of a host; each throws if no plugin of the host provides its store. */
export function createFixtures(services: Services): Fixtures {
  let made = 0;
  const storeOf = <T>(token: ServiceToken<T>): T => {
    const found = services.find(token);
    if (found === undefined) {
      throw new Error(
        `no plugin of this host provides "${token.name}", which keeps the fixture "${token.name.replace('-store', '')}"; ` +
          'name the plugin that does in testHost({ plugins: [...] })',
      );
    }
    return found;
  };
  const fixtures: Fixtures = {
    async post(input = {}) {
      return storeOf(PostStore).insert({
        title: `Post ${++made}`,
        content: `Content ${made}`,
        status: 'publish',
        ...input,
      });
    },
    async term({ taxonomy = 'category', name = `Term ${++made}`, ...input } = {}) {
      return storeOf(TermStore).create(taxonomy, name, input);
    },
    async comment(input = {}) {
      const comments = storeOf(CommentStore);
      const post = input.post ?? (await fixtures.post()).id;
      return comments.insert({ content: `Comment ${++made}`, authorName: 'A reader', ...input, post });
    },
    async user(input = {}) {
      const login = `user${++made}`;
      return storeOf(UserStore).create({ login, email: `${login}@example.org`, roles: ['subscriber'], ...input });
    },
  };
  return fixtures;
}

import { expect } from 'chai';
import { ask } from '../support/asking.ts';
import type { StartedSite } from '../support/started-site.ts';

interface Route {
  readonly schema?: { readonly title?: string };
  readonly endpoints: readonly {
    readonly methods: readonly string[];
    readonly args: Record<string, { required?: boolean }>;
  }[];
}

/** What is made of each route: `wp rest post create`. */
const COMMANDS: Readonly<Record<string, readonly [noun: string, verbs: string]>> = {
  '/wp/v2/posts': ['post', 'list create'],
  '/wp/v2/posts/(?P<id>[\\d]+)': ['post', 'get update delete'],
  '/wp/v2/posts/(?P<parent>[\\d]+)/revisions': ['post-revision', 'list'],
  '/wp/v2/pages': ['page', 'list create'],
  '/wp/v2/pages/(?P<id>[\\d]+)': ['page', 'get update delete'],
  '/wp/v2/media': ['attachment', 'list create'],
  '/wp/v2/media/(?P<id>[\\d]+)': ['attachment', 'get update delete'],
  '/wp/v2/comments': ['comment', 'list create'],
  '/wp/v2/comments/(?P<id>[\\d]+)': ['comment', 'get update delete'],
  '/wp/v2/categories': ['category', 'list create'],
  '/wp/v2/categories/(?P<id>[\\d]+)': ['category', 'get update delete'],
  '/wp/v2/tags': ['tag', 'list create'],
  '/wp/v2/tags/(?P<id>[\\d]+)': ['tag', 'get update delete'],
  '/wp/v2/users': ['user', 'list create'],
  '/wp/v2/users/(?P<id>[\\d]+)': ['user', 'get update delete'],
  '/wp/v2/types/(?P<type>[\\w-]+)': ['type', 'get'],
  '/wp/v2/statuses/(?P<status>[\\w-]+)': ['status', 'get'],
  '/wp/v2/taxonomies/(?P<taxonomy>[\\w-]+)': ['taxonomy', 'get'],
};

/** The verbs of a route, found as wp-cli/restful finds them. */
function verbsOf(path: string, { endpoints }: Route): string {
  const isItem = /\)$/.test(path);
  const verbs = endpoints.flatMap(({ methods }) => {
    if (methods.join() === 'GET') return [isItem ? 'get' : 'list'];
    if (methods.join() === 'POST' && !isItem) return ['create'];
    if (methods.includes('POST') && isItem) return ['update'];
    return methods.join() === 'DELETE' && isItem ? ['delete'] : [];
  });
  return verbs.join(' ');
}

/** Commands made of the index, as wp-cli/restful does. */
export function describeCommandLine(site: StartedSite): void {
  describe('command-line clients', () => {
    let routes: Record<string, Route>;
    before(async () => {
      const { headers } = await ask('HEAD', site.url);
      const [, root = ''] = /<([^>]+)> *; *rel="https:\/\/api\.w\.org\/"/.exec(headers.get('Link')!) ?? [];
      ({ routes } = (await ask('GET', `${root}?context=help`)).json);
    });

    for (const [path, [noun, verbs]] of Object.entries(COMMANDS)) {
      it(`make of ${path} the commands ${noun} ${verbs}`, () => {
        const route = routes[path]!;
        expect([route.schema?.title, verbsOf(path, route)]).to.deep.equal([noun, verbs]);
      });
    }

    it('learn which arguments a command must be given', () => {
      const create = routes['/wp/v2/users']!.endpoints.find(({ methods }) => methods.includes('POST'))!;
      const required = Object.keys(create.args).filter((name) => create.args[name]!.required === true);
      expect(required).to.have.members(['username', 'email', 'password']);
    });

    it('find no schemas in the index that others are given', async () => {
      const { json } = await ask('GET', `${site.url}/wp-json/`);
      expect(
        Object.values(json.routes as Record<string, Route>).filter(({ schema }) => schema !== undefined),
      ).to.deep.equal([]);
    });
  });
}

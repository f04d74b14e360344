import { type Family, ROOT } from '../step.ts';

interface Route {
  readonly schema?: { readonly title?: string };
  readonly endpoints?: readonly { readonly methods: readonly string[] }[];
}

const methodsOf = (route: Route | undefined): string =>
  (route?.endpoints ?? []).map(({ methods }) => methods.join(',')).join(' ');

/** Command lines that make their commands from the index. */
export const commandLine: Family = {
  name: 'command-line',
  clients: 'wp-cli/restful',
  steps: [
    {
      does: 'finds the interface',
      why: 'it is looked for in the header Link of the home page',
      async run(site) {
        const page = (await site.ask('HEAD', '/')).status(200);
        page.header('Link', /<([^<>]+)> *; *rel="https:\/\/api\.w\.org\/"/, 'with rel="https://api.w.org/"');
      },
    },
    {
      does: 'makes commands of the routes',
      why: 'commands are named after the title of a schema, and their verbs after the groups of methods',
      async run(site) {
        const index = (await site.get(`${ROOT}/?context=help`)).status(200);
        const routes = index.body('routes', 'a map') as Record<string, Route>;
        for (const [name, title] of Object.entries({ posts: 'post', pages: 'page', tags: 'tag', users: 'user' })) {
          const [list, item] = [routes[`/wp/v2/${name}`], routes[`/wp/v2/${name}/(?P<id>[\\d]+)`]];
          const found = list?.schema?.title;
          index.must(found === title, `the schema of /wp/v2/${name} to have the title "${title}"`, found);
          const groups = `${methodsOf(list)} ${methodsOf(item)}`;
          const expected = 'GET POST GET POST,PUT,PATCH DELETE';
          index.must(groups === expected, `the methods of /wp/v2/${name} in the groups ${expected}`, groups);
        }
      },
    },
  ],
};

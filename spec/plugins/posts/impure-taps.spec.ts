import { expect } from 'chai';
import { definePlugin, type PluginDefinition, RestResponse } from '../../../core/index.ts';
import { createHost, type Host } from '../../../host/index.ts';
import { Database } from '../../../plugins/database/index.ts';
import { PostStore } from '../../../plugins/posts/index.ts';
import { serve } from '../../support/serve.ts';

const block = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const CONTENT = `${block('A text.')}\n\n${block('Another.')}`;

// biome-ignore lint/suspicious/noExplicitAny: the parameters of any hook.
type Anything = any;
type AnyTap = (...args: Anything[]) => unknown;

/** Hooks by any name, as a plugin in plain JavaScript taps them. */
interface AnyHooks {
  filter(name: string): AnyHook;
  action(name: string): AnyHook;
}

interface AnyHook {
  tap(options: string | object, fn: AnyTap): void;
  tapPromise(options: string | object, fn: AnyTap): void;
}

const hookOf = (hooks: AnyHooks, name: string): AnyHook =>
  name === 'rest_post_links' ? hooks.action(name) : hooks.filter(name);

const plugin = (name: string, setup: (hooks: AnyHooks) => void): PluginDefinition =>
  definePlugin({
    name,
    version: '1.0.0',
    description: 'Taps.',
    capabilities: ['content:read', 'routes:*', 'authentication'],
    setup: ({ hooks }) => setup(hooks as unknown as AnyHooks),
  });

/** Every hook that fires while an item is made. */
const HOOKS = [
  'rest_requested_fields',
  'get_the_guid',
  'post_link',
  'the_title',
  'the_content',
  'render_block',
  'get_the_excerpt',
  'the_excerpt',
  'rest_url',
  'rest_post_links',
  'wp_revisions_to_keep',
  'rest_route_for_post_type_items',
  'rest_route_for_taxonomy_items',
  'rest_prepare_post',
];

describe('taps of items that do not say that they are pure', () => {
  let host: Host | undefined;
  let made = 0;
  afterEach(() => host?.close());

  /** A site with two posts, and a tap that is pure, and so is called only where an item is made. */
  async function open(...plugins: PluginDefinition[]) {
    const counting = plugin('counting', (hooks) =>
      hooks.filter('rest_prepare_post').tap({ name: 'counting', pure: true, stage: -1000 }, () => {
        made++;
      }),
    );
    const folders = [counting, ...plugins];
    const opened = await createHost({ logLevel: 'silent', database: 'sqlite::memory:', plugins: { folders } });
    host = opened;
    const { services } = opened.generation;
    const posts = services.get('spec', PostStore);
    for (const title of ['One', 'Two']) await posts.insert({ title, content: CONTENT, status: 'publish' });
    // Dates, and addresses that are made of them, are replaced, so that answers can be compared.
    await services
      .get('spec', Database)
      .db.updateTable('posts')
      .set({ post_date: '2020-01-01 00:00:00', post_modified: '2020-01-01 00:00:00' })
      .execute();
    const get = async (path: string) => serve(opened.generation, 'GET', `/cms/v2/posts${path}`);
    const list = async () => (await get('')).text as string;
    /** The list, its items prepared anew: single ones are not cached. */
    const fresh = async () => {
      const items = JSON.parse(await list()) as { id: number }[];
      return Promise.all(items.map(async ({ id }) => (await get(`/${id}`)).json));
    };
    for (let turn = 0; turn < 3; turn++) await list();
    return { list, fresh };
  }

  /** How many items a piece of work makes. */
  async function makes(work: () => Promise<unknown>): Promise<number> {
    const before = made;
    await work();
    return made - before;
  }

  for (const name of HOOKS) {
    it(`of ${name} have all items prepared for each request`, async () => {
      let calls = 0;
      const { list } = await open(plugin('idle', (hooks) => hookOf(hooks, name).tap('idle', () => void calls++)));
      const counts: number[] = [];
      for (let turn = 0; turn < 3; turn++) {
        calls = 0;
        expect(await makes(list)).to.equal(name === 'rest_requested_fields' ? 0 : 2);
        counts.push(calls);
      }
      expect(counts[0]).to.be.greaterThan(0);
      expect(counts).to.eql(counts.map(() => counts[0]));
    });
  }

  it('of the response and of contents are handed the item, the request and the context of each request', async () => {
    const [posts, requests, contexts] = [new Set<object>(), new Set<object>(), new Set<object>()];
    const { list } = await open(
      plugin('present', (hooks) => {
        hooks.filter('rest_prepare_post').tap('present', (_response, post, request) => {
          posts.add(post);
          requests.add(request);
        });
        hooks.filter('the_content').tap('present', (_text, context) => void contexts.add(context));
      }),
    );
    for (const set of [posts, requests, contexts]) set.clear();
    await list();
    const [items, texts] = [posts.size, contexts.size];
    expect([items, requests.size]).to.eql([2, 1]);
    await list();
    expect([requests.size, contexts.size]).to.eql([2, 2 * texts]);
  });

  /** What a tap does in each of its modes; in mode 0 it changes nothing. */
  const habits: Record<string, [hook: string, tap: (mood: number) => AnyTap, stage?: number]> = {
    'change data in place': [
      'rest_prepare_post',
      (mood) => (response) => {
        if (mood) response.data.title.rendered = `Mood ${mood}`;
      },
    ],
    'put other data into the response': [
      'rest_prepare_post',
      (mood) => (response) => {
        if (mood) response.data = { id: response.data.id, mood, names: Object.keys(response.data) };
      },
    ],
    'answer with another response': [
      'rest_prepare_post',
      (mood) => (response, post) => (mood ? new RestResponse({ id: post.id, mood, ...response.data }) : response),
    ],
    'read data only': [
      'rest_prepare_post',
      (mood) => (response) => void (mood && JSON.stringify({ ...response.data })),
    ],
    'add a link to the response': [
      'rest_prepare_post',
      (mood) => (response) => (mood ? response.addLink('mood', `https://mood.example/${mood}`, { mood }) : response),
    ],
    'remove links': ['rest_prepare_post', (mood) => (response) => void (mood && response.links.clear())],
    'set a header of the item': [
      'rest_prepare_post',
      (mood) => (response) => void (mood && response.header('X-Mood', String(mood))),
    ],
    'change the response before others': [
      'rest_prepare_post',
      (mood) => (response) => {
        if (mood) response.data.mood = mood;
      },
      -2000,
    ],
    'throw from the response': [
      'rest_prepare_post',
      (mood) => (response) => {
        if (!mood) return;
        response.data.mood = mood;
        throw new Error('moody');
      },
    ],
    'answer with a promise of the response': [
      'rest_prepare_post',
      (mood) => (response) => {
        if (!mood) return response;
        return Promise.resolve().then(() => {
          response.data.mood = mood;
          return response;
        });
      },
    ],
    'add links early': [
      'rest_post_links',
      (mood) => (response) => void (mood && response.addLink('mood', `https://mood.example/${mood}`)),
    ],
    'look at the links early': ['rest_post_links', (mood) => (response) => void (mood && [...response.links])],
    'change a title': ['the_title', (mood) => (title) => (mood ? `${title} ${mood}` : title)],
    'change a content': ['the_content', (mood) => (text) => (mood ? text.replace('text', `mood ${mood}`) : text)],
    'change a content before it is rendered': [
      'the_content',
      (mood) => (text) => (mood ? text.replace('text', `mood ${mood}`) : text),
      -100,
    ],
    'answer with a promise of the content': ['the_content', (mood) => async (text) => `${text}${mood || ''}`],
    'change a block': ['render_block', (mood) => (markup) => (mood ? markup.replace('text', `mood ${mood}`) : markup)],
    'change the block that was parsed': [
      'render_block',
      (mood) => (markup, parsed) => {
        if (mood) parsed.attrs.mood = mood;
        return parsed.attrs.mood ? `${markup}${mood}` : markup;
      },
    ],
    'change the context of a content': [
      'the_content',
      (mood) => (_text, context) => {
        if (mood) context.isDynamic = true;
      },
      -100,
    ],
    'change an excerpt': ['get_the_excerpt', (mood) => (excerpt) => (mood ? `Mood ${mood}` : excerpt)],
    'change the markup of an excerpt': ['the_excerpt', (mood) => (excerpt) => (mood ? `${excerpt}${mood}` : excerpt)],
    'change addresses': ['post_link', (mood) => (link) => (mood ? `${link}&mood=${mood}` : link)],
    'change addresses of the interface': ['rest_url', (mood) => (url) => (mood ? `${url}?mood=${mood}` : url)],
    'change a route': ['rest_route_for_taxonomy_items', (mood) => (route) => (mood ? `${route}-${mood}` : route)],
    'answer with something of another kind': ['the_title', (mood) => (title) => (mood ? mood : title)],
    'throw from a text': [
      'the_title',
      (mood) => () => {
        if (mood) throw new Error('moody');
      },
    ],
    'change fields': [
      'rest_requested_fields',
      (mood) => (fields) => (mood ? ['id', 'title', 'slug'].slice(0, mood + 1) : fields),
    ],
  };
  for (const [what, [hook, tap, stage = 5]] of Object.entries(habits)) {
    it(`are called when they ${what}, or no longer do`, async () => {
      let mood = 0;
      let count = 0;
      const { list, fresh } = await open(
        plugin('moody', (hooks) => {
          const listen: AnyTap = (...args) => {
            count++;
            return tap(mood)(...args);
          };
          if (what.includes('promise'))
            hookOf(hooks, hook).tapPromise({ name: 'moody', stage }, async (...args) => listen(...args));
          else hookOf(hooks, hook).tap({ name: 'moody', stage }, listen);
        }),
        plugin('behind', (hooks) => {
          for (const name of HOOKS) hookOf(hooks, name).tap({ name: 'behind', stage: 50 }, (value) => value);
          hooks.filter('rest_prepare_post').tap({ name: 'behind-pure', stage: 60, pure: true }, (response) => {
            response.data.links = [...response.links.keys()];
          });
        }),
      );
      const calls = async () => {
        count = 0;
        await list();
        return count;
      };
      const usual = await calls();
      for (mood of [0, 1, 1, 2, 0, 0, 2, 2, 2, 1, 0, 0]) {
        const text = await list();
        expect(JSON.parse(text)).to.eql(await fresh());
        if (!what.startsWith('change fields')) expect(await calls()).to.equal(usual);
      }
    });
  }

  it('that count are called for each item of each request, and their numbers are in the answer', async () => {
    let count = 0;
    const { list } = await open(
      plugin('counter', (hooks) => hooks.filter('the_title').tap('counter', (title) => `${title} ${++count}`)),
    );
    count = 0;
    for (let turn = 0; turn < 4; turn++) {
      const titles = JSON.parse(await list()).map(({ title }: { title: { rendered: string } }) => title.rendered);
      expect(titles.map((title: string) => Number(title.split(' ').at(-1)))).to.eql([turn * 2 + 1, turn * 2 + 2]);
    }
  });

  it('of the data of the list see a list like any other, and are called', async () => {
    let mood = 0;
    const { list, fresh } = await open(
      plugin('of-lists', (hooks) => {
        hooks.filter('rest_response_data').tap('of-lists', (data) => {
          if (mood === 1) data[1].mood = mood;
          if (mood === 2) return [...data].reverse();
          if (mood === 3) return { items: data };
        });
        hooks.filter('rest_pre_echo_response').tap('of-lists', (data) => {
          if (mood === 4) data.length = 1;
          if (mood === 5) return { ...data };
        });
      }),
    );
    const items = await fresh();
    const expected = [
      items,
      [items[0], { ...items[1], mood: 1 }],
      [...items].reverse(),
      { items },
      items.slice(0, 1),
      { ...items },
    ];
    for (mood of [0, 1, 2, 3, 4, 5, 0]) expect(JSON.parse(await list())).to.eql(expected[mood]);
    expect(await makes(list)).to.equal(0);
  });
});

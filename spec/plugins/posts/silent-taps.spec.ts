import { expect } from 'chai';
import { definePlugin, type PluginDefinition, RestResponse } from '../../../core/index.ts';
import { createHost, type Host } from '../../../host/index.ts';
import { Database } from '../../../plugins/database/index.ts';
import { Options } from '../../../plugins/options/index.ts';
import { PostStore } from '../../../plugins/posts/index.ts';
import { serve } from '../../support/serve.ts';

const block = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const CONTENT = `${block('A text.')}\n\n${block('Another.')}`;

// biome-ignore lint/suspicious/noExplicitAny: whatever a hook hands to a tap.
type Anything = any;
type AnyTap = (...args: Anything[]) => unknown;

/** Hooks by any name, as a plugin that knows no types taps them. */
interface AnyHooks {
  filter(name: string): { tap(options: string | object, fn: AnyTap): void };
}

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

/** What a tap was handed, so that it can be compared. */
const told = (args: Anything[]): unknown[] =>
  args.map((arg) => {
    if (arg instanceof RestResponse) {
      return structuredClone({ status: arg.status, headers: arg.headers, data: arg.data, links: [...arg.links] });
    }
    if (typeof arg !== 'object' || arg === null) return arg;
    const prototype = Object.getPrototypeOf(arg);
    return prototype === Object.prototype || Array.isArray(arg) ? structuredClone(arg) : arg.constructor.name;
  });

describe('silent taps of items that are kept', () => {
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
    // Moments and addresses that are made of them are the same for whoever compares.
    await services
      .get('spec', Database)
      .db.updateTable('posts')
      .set({ post_date: '2020-01-01 00:00:00', post_modified: '2020-01-01 00:00:00' })
      .execute();
    const get = async (path: string) => serve(opened.generation, 'GET', `/cms/v2/posts${path}`);
    const list = async () => (await get('')).text as string;
    /** The list, its items made anew: single ones are not kept. */
    const fresh = async () => {
      const items = JSON.parse(await list()) as { id: number }[];
      return Promise.all(items.map(async ({ id }) => (await get(`/${id}`)).json));
    };
    for (let turn = 0; turn < 3; turn++) await list();
    let turns = 0;
    /** Has all items made anew, as a change of any option does. */
    const forget = () => services.get('spec', Options).set('turns', ++turns);
    return { list, fresh, forget };
  }

  /** How many items a piece of work makes. */
  async function makes(work: () => Promise<unknown>): Promise<number> {
    const before = made;
    await work();
    return made - before;
  }

  it('leave items kept that they leave as they are', async () => {
    const { list } = await open(
      plugin('idle', (hooks) => {
        for (const name of HOOKS) hooks.filter(name).tap('idle', (value) => value);
      }),
    );
    expect(await makes(list)).to.equal(0);
  });

  it('are asked by every request what they are asked where items are made, in that order', async () => {
    let calls: unknown[][] = [];
    const { list, forget } = await open(
      plugin('looking', (hooks) => {
        for (const name of HOOKS) {
          hooks
            .filter(name)
            .tap({ name: 'early', stage: -100 }, (...args) => void calls.push([name, 'early', ...told(args)]));
          hooks
            .filter(name)
            .tap({ name: 'late', stage: 100 }, (...args) => void calls.push([name, 'late', ...told(args)]));
        }
      }),
    );
    await forget();
    calls = [];
    expect(await makes(list)).to.equal(2);
    const before = calls;
    expect(before.length).to.be.greaterThan(100);
    for (let turn = 0; turn < 3; turn++) {
      calls = [];
      expect(await makes(list)).to.equal(0);
      expect(calls).to.eql(before);
    }
  });

  it('are handed the same texts, and the present item and request, where all is kept', async () => {
    let calls: unknown[][] = [];
    const posts = new Set<object>();
    const requests = new Set<object>();
    const contexts = new Set<object>();
    const { list } = await open(
      plugin('looking', (hooks) => {
        for (const name of HOOKS) {
          const note = (...args: Anything[]) => {
            calls.push([name, ...args.map((arg) => (arg instanceof RestResponse ? 'response' : told([arg])[0]))]);
          };
          hooks.filter(name).tap({ name: 'early', stage: -100 }, note);
          hooks.filter(name).tap({ name: 'late', stage: 100 }, note);
        }
        hooks.filter('rest_prepare_post').tap('present', (_response, post, request) => {
          posts.add(post);
          requests.add(request);
        });
        hooks.filter('the_content').tap('present', (_text, context) => {
          contexts.add(context);
          posts.add(context.post);
        });
      }),
    );
    calls = [];
    expect(await makes(list)).to.equal(0);
    const before = calls;
    expect(before.length).to.be.greaterThan(100);
    calls = [];
    posts.clear();
    requests.clear();
    contexts.clear();
    expect(await makes(list)).to.equal(0);
    expect(calls).to.eql(before);
    expect([posts.size, requests.size, contexts.size]).to.eql([2, 1, 4]);
    await list();
    expect([posts.size, requests.size, contexts.size]).to.eql([4, 2, 8]);
  });

  /** What a tap does by its mood; 0 is to leave all as it is. */
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
    it(`are heard when they ${what}, or no longer do`, async () => {
      let mood = 0;
      let heard = 0;
      const { list, fresh } = await open(
        plugin('moody', (hooks) =>
          hooks.filter(hook).tap({ name: 'moody', stage }, (...args) => {
            heard++;
            return tap(mood)(...args);
          }),
        ),
        plugin('behind', (hooks) => {
          for (const name of HOOKS) hooks.filter(name).tap({ name: 'behind', stage: 50 }, (value) => value);
          hooks.filter('rest_prepare_post').tap({ name: 'behind-pure', stage: 60, pure: true }, (response) => {
            response.data.links = [...response.links.keys()];
          });
        }),
      );
      const calls = async () => {
        heard = 0;
        await list();
        return heard;
      };
      const usual = await calls();
      for (mood of [0, 1, 1, 2, 0, 0, 2, 2, 2, 1, 0, 0]) {
        const text = await list();
        expect(JSON.parse(text)).to.eql(await fresh());
        // A changed context or block is heard once more where others might see it.
        if (!what.includes('context') && !what.includes('parsed')) {
          const now = await calls();
          if (!what.startsWith('change fields')) expect(now).to.equal(usual);
        }
      }
      expect(await makes(list)).to.equal(what.includes('promise of the content') ? 2 : 0);
    });
  }

  it('that count are asked as often as where nothing is kept, and their numbers are in the answer', async () => {
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

  it('of the data of the list see a list like any other, and are heard', async () => {
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

import { expect } from 'chai';
import { definePlugin, type PluginDefinition, type RestResponse } from '../../../core/index.ts';
import { createHost, type Host } from '../../../host/index.ts';
import { moveSite } from '../../../host/site.ts';
import { Shortcodes } from '../../../plugins/content-rendering/index.ts';
import { Database } from '../../../plugins/database/index.ts';
import { MetaStore } from '../../../plugins/meta/index.ts';
import { Options } from '../../../plugins/options/index.ts';
import { type Post, PostStore } from '../../../plugins/posts/index.ts';
import { TermStore } from '../../../plugins/terms/index.ts';
import { serve } from '../../support/serve.ts';

const TEXT = '<!-- wp:paragraph -->\n<p>A text.</p>\n<!-- /wp:paragraph -->';

/** A plugin of one test. */
const spy = (setup: PluginDefinition['setup']) =>
  definePlugin({ name: 'spy', version: '1.0.0', description: 'Looks at answers, or changes them.', setup });

/** A plugin that sees each post that is prepared. */
const onPrepared = (tap: (response: RestResponse, post: Post) => unknown, options: { readonly pure?: boolean } = {}) =>
  spy(({ hooks }) =>
    hooks
      .filter('rest_prepare_{post_type}')
      .for('post')
      .tap({ name: 'spy', ...options }, (response, post) => {
        tap(response, post);
      }),
  );

/** A site with two posts whose list has been requested until it is cached. */
async function openSite(...plugins: PluginDefinition[]) {
  const host = await createHost({ logLevel: 'silent', database: 'sqlite::memory:', plugins: { folders: plugins } });
  const { services } = host.generation;
  const posts = services.get('spec', PostStore);
  const made: Post[] = [];
  for (const title of ['One', 'Two']) {
    made.push(await posts.insert({ title, content: TEXT, excerpt: 'Short.', status: 'publish' }));
  }
  const read = async (path: string) => (await serve(host.generation, 'GET', `/cms/v2/posts${path}`)).json;
  const list = () => read('');
  // Texts are rendered, then items are written, then both are found.
  for (let turn = 0; turn < 3; turn++) await list();
  return { host, services, posts, post: made[0]!, list, read };
}

type Site = Awaited<ReturnType<typeof openSite>>;

/** A single item is prepared anew each time: that of a list must be the same. */
async function expectFresh({ list, read }: Site): Promise<void> {
  for (let turn = 0; turn < 2; turn++) {
    for (const item of await list()) expect(item).to.eql(await read(`/${item.id}`));
  }
}

describe('items of lists, cached as JSON', () => {
  let site: Site;
  let host: Host | undefined;
  const open = async (...plugins: PluginDefinition[]) => {
    site = await openSite(...plugins);
    host = site.host;
    return site;
  };
  afterEach(() => host?.close());

  const changes: Record<string, (site: Site) => Promise<unknown>> = {
    'a title': ({ posts, post }) => posts.update(post.id, { title: 'Another' }),
    'a content': ({ posts, post }) => posts.update(post.id, { content: TEXT.replace('A text', 'Another') }),
    'a column, by a statement': ({ services, post }) =>
      services
        .get('spec', Database)
        .db.updateTable('posts')
        .set({ comment_status: 'closed' })
        .where('ID', '=', post.id)
        .execute(),
    'its terms': async ({ services, post }) => {
      const terms = services.get('spec', TermStore);
      const { id } = await terms.create('post_tag', 'New', {});
      await terms.setObjectTerms(post.id, 'post_tag', [id]);
    },
    'its image': ({ services, post }) => services.get('spec', MetaStore).set('post', post.id, '_thumbnail_id', '77'),
    'its template': ({ services, post }) =>
      services.get('spec', MetaStore).set('post', post.id, '_wp_page_template', 'wide.html'),
    'its revisions': async ({ posts, post }) => {
      await posts.update(post.id, { content: 'First.' });
      await posts.update(post.id, { content: TEXT });
    },
    'an option: sticky posts': ({ posts, post }) => posts.setSticky(post.id, true),
    'an option: the addresses': ({ services }) =>
      services.get('spec', Options).set('permalink_structure', '/%postname%/'),
    'a shortcode that is made known': async ({ services, posts, post }) => {
      await posts.update(post.id, { content: 'At [moment].' });
      let count = 0;
      services.get('spec', Shortcodes).add('moment', () => String(Math.min(++count, 1)));
    },
    'the address of the site': async ({ host }) => moveSite(host.generation.site, 'https://elsewhere.example'),
  };
  for (const [what, change] of Object.entries(changes)) {
    it(`are prepared anew when there is a change of ${what}`, async () => {
      await open();
      const before = await site.list();
      await expectFresh(site);
      await change(site);
      expect(await site.list()).not.to.eql(before);
      await expectFresh(site);
    });
  }

  it('differ by the requested fields and context', async () => {
    const { read } = await open();
    for (let turn = 0; turn < 3; turn++) {
      const [one] = await read('?_fields=id,title');
      expect(Object.keys(one)).to.eql(['id', 'title']);
      expect((await read('?context=embed'))[0]).not.to.include.keys('content');
      expect((await read(''))[0]).to.include.keys('content', '_links');
      expect((await read('?_embed'))[0]).to.include.keys('_embedded');
    }
  });

  it('are the same bytes as when they are prepared anew', async () => {
    await open();
    const bytes = async () => (await serve(site.host.generation, 'GET', '/cms/v2/posts')).text;
    const cached = await bytes();
    await open(onPrepared(() => undefined));
    // Dates are those of the moment at which posts were made.
    const same = (text: unknown) => String(text).replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/g, '');
    expect(same(await bytes())).to.equal(same(cached));
  });

  it('are handed to a tap that reads and changes the data of the list', async () => {
    await open(
      spy(({ hooks }) =>
        hooks.filter('rest_post_dispatch').tap('spy', (response) => {
          if (!Array.isArray(response.data)) return;
          for (const [at, item] of response.data.entries()) item.number = at;
        }),
      ),
    );
    for (let turn = 0; turn < 2; turn++) {
      expect((await site.list()).map(({ number }: { number: number }) => number)).to.eql([0, 1]);
    }
  });

  it('are prepared anew as long as a tap does not say that it is pure', async () => {
    let count = 0;
    await open(onPrepared(({ data }) => Object.assign(data as object, { shown: ++count })));
    const before = (await site.list())[0].shown;
    expect((await site.list())[0].shown).to.equal(before + 2);
  });

  it('are cached with what pure taps made of them, until a table of content changes', async () => {
    let count = 0;
    await open(
      onPrepared(
        ({ data }, { title }) => {
          count++;
          Object.assign(data as object, { shout: title.toUpperCase() });
        },
        { pure: true },
      ),
    );
    const before = count;
    expect((await site.list())[1].shout).to.equal('ONE');
    expect(count).to.equal(before);
    await site.posts.update(site.post.id, { title: 'Once' });
    expect((await site.list())[1].shout).to.equal('ONCE');
    expect(count).to.equal(before + 2);
  });

  it('with a password are prepared each time, and their texts are not shown', async () => {
    await open();
    await site.posts.update(site.post.id, { password: 'secret' });
    for (let turn = 0; turn < 3; turn++) expect((await site.list())[1].content.rendered).to.equal('');
    await expectFresh(site);
  });

  it('are cached without texts that were not requested', async () => {
    let count = 0;
    await open(onPrepared(() => count++, { pure: true }));
    await site.posts.insert({ title: 'Three', content: TEXT, status: 'publish' });
    const first = await site.read('?_fields=id,title');
    const before = count;
    expect(await site.read('?_fields=id,title')).to.eql(first);
    expect(count).to.equal(before);
  });

  it('are prepared anew where a plugin has added a field', async () => {
    let count = 0;
    await open(
      spy(({ hooks }) =>
        hooks.action('rest_api_init').tap('spy', (server) => {
          server.registerField('post', 'turn', { get_callback: () => ++count });
        }),
      ),
    );
    expect((await site.list())[0].turn).to.be.lessThan((await site.list())[0].turn);
  });
});

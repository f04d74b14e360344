import { expect } from 'chai';
import { definePlugin } from '../../../core/index.ts';
import media from '../../../plugins/media/index.ts';
import { MetaStore } from '../../../plugins/meta/index.ts';
import { UserStore } from '../../../plugins/users/index.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { buildListSite, type ListSite, queryBlock, template } from './list-site.ts';

describeOnDatabases('lists of query blocks', (freshDatabase) => {
  let site: ListSite;
  let news: number;
  let ids: Record<string, number>;

  before(async () => {
    site = await buildListSite({ options: { database: { url: await freshDatabase({ again: true }) } } });
    news = (await site.terms.create('category', 'News')).id;
    ids = {};
    for (const [at, title] of ['Ant', 'Bee', 'Cow', 'Dog', 'Emu'].entries()) {
      const post = await site.publish({ title, content: `About ${title}`, date: `2026-01-0${at + 1} 00:00:00` });
      ids[title] = post.id;
      if (at < 2) await site.terms.setObjectTerms(post.id, 'category', [news]);
    }
  });
  after(() => site.generation.dispose());

  it('have the newest items first, as many as a page of the site has, where the query says nothing', async () => {
    await site.options.set('posts_per_page', 2);
    expect(await site.titles({})).to.deep.equal(['Emu', 'Dog']);
    await site.options.set('posts_per_page', 10);
  });

  it('are ordered, begin and end as the query says', async () => {
    expect(await site.titles({ perPage: 2, offset: 1, orderBy: 'title', order: 'asc' })).to.deep.equal(['Bee', 'Cow']);
    expect(await site.titles({ perPage: '2', exclude: [ids.Emu], order: 'DESC' })).to.deep.equal(['Dog', 'Cow']);
    expect(await site.titles({ perPage: -2 })).to.deep.equal(['Emu', 'Dog']);
  });

  it('have items of terms, of authors and with words alone', async () => {
    expect(await site.titles({ taxQuery: { category: [news] }, order: 'asc' })).to.deep.equal(['Ant', 'Bee']);
    expect(await site.titles({ categoryIds: [news], order: 'asc' })).to.deep.equal(['Ant', 'Bee']);
    expect(await site.titles({ author: '99,98' })).to.deep.equal([]);
    expect(await site.titles({ search: 'about cow' })).to.deep.equal(['Cow']);
  });

  it('have sticky items first, alone, or not at all', async () => {
    await site.posts.setSticky(ids.Bee!, true);
    expect(await site.titles({ perPage: 3 })).to.deep.equal(['Bee', 'Emu', 'Dog']);
    expect(await site.titles({ sticky: 'only' })).to.deep.equal(['Bee']);
    expect(await site.titles({ sticky: 'only', exclude: [ids.Bee] })).to.deep.equal([]);
    expect(await site.titles({ sticky: 'exclude', order: 'asc' })).to.deep.equal(['Ant', 'Cow', 'Dog', 'Emu']);
    expect(await site.titles({ taxQuery: { category: [news] }, order: 'asc' })).to.deep.equal(['Ant', 'Bee']);
    await site.posts.setSticky(ids.Bee!, false);
  });

  it('have no item that not everybody may see, for any reader, and no text of one with a password', async () => {
    const hidden = [
      await site.publish({ title: 'Draft', status: 'draft', content: 'secret' }),
      await site.publish({ title: 'Own', status: 'private', content: 'secret' }),
      await site.publish({ title: 'Locked', password: 'x', content: 'secret words', excerpt: 'secret' }),
    ];
    const parts = '<!-- wp:post-title /--><!-- wp:post-excerpt /--><!-- wp:post-content /-->';
    const rendered = await site.list({ perPage: 50 }, parts);
    expect(rendered).to.contain('Protected: Locked').and.to.contain('This content is password protected.');
    for (const word of ['secret', 'Draft', 'Own']) expect(rendered).not.to.contain(word);
    expect(await site.titles({ search: 'secret' })).to.deep.equal([]);
    for (const { id } of hidden) await site.posts.delete(id);
  });

  it('have posts in the place of types that visitors do not see', async () => {
    expect(await site.titles({ postType: 'cms_block' })).to.have.lengthOf(5);
    expect(await site.titles({ postType: 'nothing' })).to.have.lengthOf(5);
    expect(await site.titles({ postType: 'page', parents: [999] })).to.deep.equal([]);
  });

  it('are rendered whatever an author wrote', async () => {
    const values = [null, true, -1, 1e99, 'x', [], ['x', {}], {}, { a: { b: 1 } }, '1,2,-3'];
    for (const name of 'perPage pages offset postType order orderBy author search exclude sticky taxQuery parents'.split(
      ' ',
    )) {
      for (const value of values) expect(await site.list({ [name]: value }), `${name} ${value}`).to.match(/^<div>/);
    }
    expect(await site.show(queryBlock([], template('x')))).to.match(/^<div>/);
    const layout = '<!-- wp:query {"displayLayout":"x","queryId":"y","query":"z"} -->';
    expect(await site.show(`${layout}${template('x')}<!-- /wp:query -->`)).to.match(/^<ul/);
    expect(await site.show(template('x'))).to.match(/^<ul/);
  });

  it('take a number of statements that does not grow with the number of items', async () => {
    const { services } = site.generation;
    const users = services.get('spec', UserStore);
    const parts = 'title date excerpt author author-biography terms featured-image content'
      .split(' ')
      .map((name) => `<!-- wp:post-${name} {"term":"category"} /-->`);
    const costOfOne = async (perPage: number) => {
      const inner = template(`${parts.join('')}<!-- wp:read-more /-->`);
      const content = queryBlock({ perPage, order: 'asc' }, inner);
      const { id } = await site.publish({ type: 'page', title: 'Shown', content });
      const before = site.database.statements.count;
      const { json } = await site.get(`/cms/v2/pages/${id}?_fields=content`);
      expect(json.content.rendered.match(/<li/g)).to.have.lengthOf(perPage);
      return site.database.statements.count - before;
    };
    // What a server tells late of the items made just before ends the caches in the midst of one.
    const cost = async (perPage: number) => {
      const costs: number[] = [];
      for (let at = 0; at < 3; at++) costs.push(await costOfOne(perPage));
      return Math.min(...costs);
    };
    for (const name of ['ann', 'bob', 'cyd']) {
      const made = { login: name, email: `${name}@example.org`, password: 'x', displayName: name };
      await site.publish({ title: name, author: (await users.create(made)).id, metaInput: { _thumbnail_id: 900 } });
    }
    // The three stand third to fifth.
    expect(await cost(8)).to.equal(await cost(3));
  });
});

describe('the images of a list', () => {
  it('are read in one statement', async () => {
    const site = await buildListSite({}, [media]);
    const meta = site.generation.services.get('spec', MetaStore);
    for (const [at, image] of [901, 902, 903, 904].entries()) {
      await meta.set('post', image, '_wp_attached_file', `2026/01/${image}.png`);
      await site.publish({ title: `Item ${at}`, metaInput: { _thumbnail_id: image } });
    }
    const costOfOne = async (perPage: number) => {
      const content = queryBlock({ perPage }, template('<!-- wp:post-featured-image /-->'));
      const { id } = await site.publish({ type: 'page', title: 'Shown', content });
      const before = site.database.statements.count;
      const { json } = await site.get(`/cms/v2/pages/${id}?_fields=content`);
      expect(json.content.rendered.match(/<img/g)).to.have.lengthOf(perPage);
      return site.database.statements.count - before;
    };
    // What a server tells late of the items made just before ends the caches in the midst of one.
    const cost = async (perPage: number) => {
      const costs: number[] = [];
      for (let at = 0; at < 3; at++) costs.push(await costOfOne(perPage));
      return Math.min(...costs);
    };
    expect(await cost(4)).to.equal(await cost(1));
    await site.generation.dispose();
  });
});

describe('the hook query_loop_block_query_vars', () => {
  it('adjusts what a list holds', async () => {
    const seen: unknown[] = [];
    const plugin = definePlugin({
      name: 'my-lists',
      version: '1.0.0',
      description: 'Belongs to a spec.',
      requires: { 'query-blocks': '*' },
      capabilities: ['content:read'],
      setup: ({ hooks }) =>
        hooks.filter('query_loop_block_query_vars').tap('my-lists', (query, block, page) => {
          seen.push([block.blockName, page]);
          return { ...query, perPage: 1 };
        }),
    });
    const site = await buildListSite({}, [plugin]);
    for (const title of ['One', 'Two']) await site.publish({ title });
    expect(await site.titles({ perPage: 9 })).to.have.lengthOf(1);
    expect(seen).to.deep.include(['core/post-template', 1]);
    await site.generation.dispose();
  });
});

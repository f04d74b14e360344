import { expect } from 'chai';
import type { RestResponse } from '../../../core/index.ts';
import revisions from '../../../plugins/revisions/index.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { openPostSite, type PostSite } from './post-site.ts';

/** One less than a page, whose end is then in sight without counting. */
const COUNT = 99;

describeOnDatabases('answered lists of items', (freshDatabase) => {
  let site: PostSite;
  const ids: Record<string, number[]> = { posts: [], pages: [] };

  before(async () => {
    site = await openPostSite({ url: await freshDatabase(), plugins: [revisions] });
    const tag = await site.terms.create('post_tag', 'Tag');
    await site.options.set('permalink_structure', '/%author%/%category%/%postname%/');
    for (let index = 0; index < COUNT; index++) {
      const texts = { title: `Item ${index}`, content: 'x', status: 'publish', author: 1 + (index % 3) };
      const post = await site.posts.insert(texts);
      await site.terms.setObjectTerms(post.id, 'post_tag', [tag.id]);
      await site.meta.set('post', post.id, '_thumbnail_id', String(post.id));
      await site.posts.update(post.id, { content: `y ${index}` });
      const parent = index % 4 === 0 ? 0 : ids.pages!.at(-1)!;
      const page = await site.posts.insert({ ...texts, type: 'page', parent });
      ids.posts!.push(post.id);
      ids.pages!.push(page.id);
    }
  });
  after(() => site.close());

  /** The answer to a request, and how many statements it costs; other work of the site is left out. */
  const cost = async (list: string, query: Record<string, unknown>) => {
    const counts: number[] = [];
    let answer: RestResponse | undefined;
    for (let time = 0; time < 3; time++) {
      const before = site.database.statements.count;
      answer = await site.send('GET', `/cms/v2/${list}`, { as: site.user('administrator'), query });
      counts.push(site.database.statements.count - before);
    }
    return { statements: Math.min(...counts), answer: answer! };
  };

  for (const list of ['posts', 'pages']) {
    for (const context of ['view', 'edit', 'embed']) {
      it(`of ${list} cost as many statements for ninety-nine items as for four, in the context ${context}`, async () => {
        const few = await cost(list, { include: ids[list]!.slice(0, 4), per_page: 100, context });
        const many = await cost(list, { per_page: 100, context });
        expect(few.answer.data).to.have.lengthOf(4);
        expect(many.answer.data).to.have.lengthOf(COUNT);
        expect(many.statements).to.equal(few.statements);
        expect(many.statements).to.be.at.most(12);
      });
    }
  }

  it('work out only the fields that are asked for', async () => {
    const { statements, answer } = await cost('posts', { per_page: 100, _fields: 'id,title' });
    // PostgreSQL does not say at once that the rows are as they were.
    expect(statements).to.equal(site.database.dialect === 'postgres' ? 2 : 1);
    expect((answer.data as object[])[0]).to.have.keys('id', 'title');
  });
});

describe('answers that show an item', () => {
  it('do not render a content that is not asked for', async () => {
    let rendered = 0;
    const site = await openPostSite({
      plugins: [
        {
          name: 'counter',
          version: '1.0.0',
          description: 'Counts renderings.',
          requires: { 'content-rendering': '*' },
          setup({ hooks }) {
            hooks.filter('the_content').tap('counter', () => void rendered++);
          },
        },
      ],
    });
    const { id } = await site.posts.insert({ title: 'Item', content: 'x', excerpt: 'y', status: 'publish' });
    await site.send('GET', `/cms/v2/posts/${id}`, { query: { _fields: 'id,content.protected,excerpt.rendered' } });
    expect(rendered).to.equal(0);
    await site.send('GET', `/cms/v2/posts/${id}`, { query: { _fields: 'content.rendered' } });
    expect(rendered).to.equal(1);
    await site.close();
  });
});

import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import type { RestResponse } from '../../../core/index.ts';
import revisions from '../../../plugins/revisions/index.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { openPostSite, type PostSite } from './post-site.ts';

/** One less than a page, so that the total is known without counting. */
const COUNT = 99;

describeOnDatabases('answered lists of items', (freshDatabase) => {
  let site: PostSite;
  const ids: Record<string, number[]> = { posts: [], pages: [] };

  before(async () => {
    site = await openPostSite({ url: await freshDatabase({ again: true }), plugins: [revisions] });
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

  /** The answer to a request, and how many statements it costs. */
  const cost = async (list: string, query: Record<string, unknown>) => {
    const before = site.database.statements.count;
    const answer: RestResponse = await site.send('GET', `/cms/v2/${list}`, { as: site.user('administrator'), query });
    return { statements: site.database.statements.count - before, answer };
  };

  /**
   * Measures until a measurement is as expected, at most 50 times. On PostgreSQL rows are read again while notifications
   * of changes arrive, which takes some milliseconds; a list that costs statements for each item never becomes cheaper.
   */
  const settled = async <T>(measure: () => Promise<T>, isExpected: (measured: T) => boolean): Promise<T> => {
    let measured = await measure();
    for (let time = 0; time < 50 && !isExpected(measured); time++) {
      await setTimeout(20);
      measured = await measure();
    }
    return measured;
  };

  for (const list of ['posts', 'pages']) {
    for (const context of ['view', 'edit', 'embed']) {
      it(`of ${list} cost as many statements for ninety-nine items as for four, in the context ${context}`, async () => {
        const { few, many } = await settled(
          async () => ({
            few: await cost(list, { include: ids[list]!.slice(0, 4), per_page: 100, context }),
            many: await cost(list, { per_page: 100, context }),
          }),
          (measured) => measured.many.statements === measured.few.statements,
        );
        expect(few.answer.data).to.have.lengthOf(4);
        expect(many.answer.data).to.have.lengthOf(COUNT);
        expect(many.statements).to.equal(few.statements);
        expect(many.statements).to.be.at.most(12);
      });
    }
  }

  it('work out only the requested fields', async () => {
    const { statements, answer } = await settled(
      () => cost('posts', { per_page: 100, _fields: 'id,title' }),
      (measured) => measured.statements === 1,
    );
    expect(statements).to.equal(1);
    expect((answer.data as object[])[0]).to.have.keys('id', 'title');
  });
});

describe('answers that show an item', () => {
  it('do not render a content that is not requested', async () => {
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

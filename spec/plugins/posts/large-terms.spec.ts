import { expect } from 'chai';
import { describeOnPostgres, runOnServer } from '../../support/on-databases.ts';
import { openPostSite, type PostSite } from './post-site.ts';

/** How many items have the term, and how many terms nobody uses. */
const MANY = 8000;

describeOnPostgres('a term that nearly all items have, among thousands that none has', (freshDatabase) => {
  let site: PostSite;

  before(async () => {
    const url = await freshDatabase();
    // The server chooses nested loops where it expects few items of the term, which it does on large sites.
    const nesting = new URL(url);
    nesting.searchParams.set(
      'options',
      `${nesting.searchParams.get('options')} -c enable_hashjoin=off -c enable_mergejoin=off`,
    );
    site = await openPostSite({ pluginOptions: { database: { url: nesting.href, statementTimeout: 700 } } });
    const each = `from generate_series(1, ${MANY}) as each`;
    await runOnServer(
      url,
      `insert into wp_terms (term_id, name, slug) select 1000 + each, each, each ${each}`,
      `insert into wp_term_taxonomy (term_taxonomy_id, term_id, taxonomy, description)
        select 1000 + each, 1000 + each, 'post_tag', '' ${each}`,
      `insert into wp_posts ("ID", post_type, post_status, post_title, post_date)
        select 1000 + each, 'post', 'publish', each, '2020-01-01 00:00:00' ${each}`,
      `insert into wp_term_relationships (object_id, term_taxonomy_id) select 1000 + each, 1001 ${each}`,
      'analyze wp_posts, wp_terms, wp_term_taxonomy, wp_term_relationships',
    );
    await site.posts.insert({ title: 'Without it', status: 'publish' });
  });
  after(() => site.close());

  it('is left out of a list as fast as others, whatever the server takes for likely', async () => {
    const { status, data } = await site.send('GET', '/cms/v2/posts', { query: { tags_exclude: '1001' } });
    expect(status).to.equal(200);
    expect((data as { slug: string }[]).map(({ slug }) => slug)).to.eql(['without-it']);
  });
});

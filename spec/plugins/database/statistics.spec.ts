import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database as Connection } from 'better-sqlite3';
import { expect } from 'chai';
import database from '../../../plugins/database/index.ts';
import { Sqlite } from '../../../plugins/database/sqlite-driver.ts';
import { buildTestGeneration } from '../../support/generation.ts';

describe('plans of an SQLite site without content', () => {
  let folder: string;
  let db: Connection;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-spec-'));
    const file = join(folder, 'site.db');
    const generation = await buildTestGeneration([database], { options: { database: { url: `sqlite:${file}` } } });
    await generation.dispose();
    db = new Sqlite(file);
  });
  after(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });

  const planOf = (sql: string): string =>
    (db.prepare(`explain query plan ${sql}`).all() as { detail: string }[]).map(({ detail }) => detail).join('; ');
  const published = "select ID from wp_posts where post_type in ('post') and post_status in ('publish')";

  it('find an item by its slug, and not among all of its type', () => {
    expect(planOf(`${published} and post_name in ('one') order by post_date desc, ID desc limit 10`)).to.include(
      'post_name=?',
    );
  });

  it('begin with the items whose terms are read, and not with the taxonomies', () => {
    const plan = planOf(`select r.object_id, t.term_id from wp_term_relationships r
      join wp_term_taxonomy tt on tt.term_taxonomy_id = r.term_taxonomy_id join wp_terms t on t.term_id = tt.term_id
      where r.object_id in (1, 2, 3) and tt.taxonomy in ('category', 'post_tag')`);
    expect(plan).to.match(/^SEARCH r USING COVERING INDEX \w+ \(object_id=\?\)/);
  });

  it('find a term by its slug, and not among all of its taxonomy', () => {
    const plan = planOf(`select t.term_id from wp_term_taxonomy tt join wp_terms t on t.term_id = tt.term_id
      where t.slug = 'one' and tt.taxonomy = 'category'`);
    expect(plan).to.match(/^SEARCH t USING .*INDEX wp_terms_slug/);
  });

  for (const column of ['ID', 'post_name', 'post_parent', 'post_title', 'post_modified', 'post_date']) {
    it(`read items in the order of ${column} without sorting them`, () => {
      expect(planOf(`${published} order by ${column} desc, ID desc limit 10`)).not.to.include('TEMP B-TREE');
    });
  }

  it('read the answers to a comment in the order of date without sorting them', () => {
    expect(
      planOf(
        `select * from wp_comments where comment_approved in ('1') and comment_parent in (7) order by comment_date_gmt desc, comment_ID desc limit 10`,
      ),
    ).to.include('tappet_parent_approved_date');
  });

  it('find the items that are due by their date', () => {
    expect(planOf("select ID from wp_posts where post_status = 'future' and post_date_gmt <= '2026'")).to.include(
      'tappet_status_date_gmt',
    );
  });
});

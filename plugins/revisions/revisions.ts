import { sql } from 'kysely';
import { type PluginHooks, type RequestContext, serviceToken } from '../../core/index.ts';
import type { ContentTypes } from '../content-types/index.ts';
import type { BatchLoader, Database, Parameter } from '../database/index.ts';
import { type Post, postLoaders } from '../posts/index.ts';

/** How many revisions an item has, autosaves among them, and the id of the newest. */
export interface RevisionSummary {
  readonly count: number;
  /** 0 for none. */
  readonly latest: number;
}

/** Summaries of the revisions of items. */
export interface Revisions {
  /** How many revisions of an item are kept: -1 for all, 0 for none. */
  toKeep(post: Post): number;
  /** Loads summaries by the ids of items, in one statement for all that are requested together. */
  summaries(context: RequestContext): BatchLoader<number, RevisionSummary>;
}

/** The token of the plugin `revisions`. */
export const Revisions = serviceToken('revisions', { requiredPermissions: 'content:read' });

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    revisions: Revisions;
  }
}

/** Added to ids, so that as texts they are of one length. */
const PADDING = 10 ** 15;

const NONE: RevisionSummary = { count: 0, latest: 0 };

/** The revisions in the site's database. */
export class SqlRevisions implements Revisions {
  readonly #database: Database;
  readonly #types: ContentTypes;
  readonly #hooks: PluginHooks;
  readonly #keep: number;

  constructor(database: Database, types: ContentTypes, hooks: PluginHooks, keep: number) {
    this.#database = database;
    this.#types = types;
    this.#hooks = hooks;
    this.#keep = keep;
  }

  toKeep(post: Post): number {
    const standard = this.#types.supports(post.type, 'revisions') ? this.#keep : 0;
    return this.#hooks.filter('wp_revisions_to_keep').call(standard, post);
  }

  summaries(context: RequestContext): BatchLoader<number, RevisionSummary> {
    return postLoaders(context).of(SqlRevisions, async (ids: readonly number[]) => {
      const found = await this.#summaries(ids);
      return ids.map((id) => found.get(id) ?? NONE);
    });
  }

  async #summaries(parents: readonly number[]): Promise<Map<number, RevisionSummary>> {
    const statement = this.#database.prepare(
      'revisions.summaries',
      (parameter: Parameter<{ parents: readonly number[] }>) =>
        this.#summaryQuery().where('post_parent', 'in', parameter('parents')),
    );
    const rows = await statement.rows({ parents });
    return new Map(
      rows.map(({ parent, total, newest }) => [
        parent,
        { count: Number(total), latest: Number(newest.slice(newest.lastIndexOf(' '))) - PADDING },
      ]),
    );
  }

  #summaryQuery() {
    // The greatest of these texts is that of the revision with the newest date, and of several with one date that of
    // the greatest id.
    const dateAndId = sql`concat(${sql.ref('post_date')}, ' ', ${sql.lit(PADDING)} + ${sql.ref('ID')})`;
    return this.#database.db
      .selectFrom('posts')
      .select(['post_parent as parent', sql<number>`count(*)`.as('total'), sql<string>`max(${dateAndId})`.as('newest')])
      .where('post_type', '=', 'revision')
      .where('post_status', '=', 'inherit')
      .groupBy('post_parent');
  }
}

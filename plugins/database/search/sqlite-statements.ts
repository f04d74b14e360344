const TEXTS = `p.post_title || char(10) || p.post_excerpt || char(10) || p.post_content`;

/** The statements of a full-text index on SQLite. */
export interface SearchStatements {
  /** Makes the index and the list of items that are still to be indexed: at first all of them. */
  readonly make: readonly string[];
  readonly drop: readonly string[];
  /** Indexes items anew, whose ids are a list in JSON. */
  readonly forget: string;
  readonly index: string;
  readonly done: string;
  /** Finds the next items to be indexed, and estimates how many there are. */
  readonly next: string;
  readonly left: string;
  /** Finds whether the index is there. */
  readonly isThere: string;
}

/**
 * The statements for a prefix. Triggers record which items have changed, so that writes stay quick and other programs need
 * no full-text module; Tappet indexes them afterwards. The index holds trigrams alone, no texts and no positions.
 */
export function searchStatements(prefix: string): SearchStatements {
  const [posts, index, pending] = ['posts', 'tappet_search', 'tappet_search_pending'].map(
    (name) => `"${prefix}${name}"`,
  );
  const record = (row: string) => `insert into ${pending} (post_id) values (${row}."ID") on conflict do nothing`;
  const triggers = {
    insert: `after insert on ${posts} begin ${record('new')}; end`,
    update: `after update of "ID", post_title, post_excerpt, post_content on ${posts}
      begin ${record('old')}; ${record('new')}; end`,
    delete: `after delete on ${posts} begin ${record('old')}; end`,
  };
  const triggerName = (event: string) => `"${prefix}tappet_search_${event}"`;
  const ids = 'select value from json_each(?)';
  return {
    make: [
      `create virtual table ${index} using fts5 (texts, content = '', contentless_delete = 1, detail = none,
        tokenize = 'trigram')`,
      `create table ${pending} (post_id integer primary key)`,
      `insert into ${pending} (post_id) select "ID" from ${posts}`,
      ...Object.entries(triggers).map(([event, body]) => `create trigger ${triggerName(event)} ${body}`),
    ],
    drop: [
      ...Object.keys(triggers).map((event) => `drop trigger if exists ${triggerName(event)}`),
      `drop table if exists ${index}`,
      `drop table if exists ${pending}`,
    ],
    forget: `delete from ${index} where rowid in (${ids})`,
    index: `insert into ${index} (rowid, texts) select p."ID", ${TEXTS} from ${posts} p where p."ID" in (${ids})`,
    done: `delete from ${pending} where post_id in (${ids})`,
    next: `select post_id from ${pending} order by post_id limit ?`,
    left: `select coalesce(max(post_id) - min(post_id) + 1, 0) as "left" from ${pending}`,
    isThere: `select name from sqlite_master where name = ${`'${prefix}tappet_search_pending'`}`,
  };
}

import type { Searched } from './searched.ts';

/** The statements of a full-text index on SQLite. */
export interface SearchStatements {
  /** Makes the index and the list of rows that are still to be indexed: at first all of them. */
  readonly make: readonly string[];
  readonly drop: readonly string[];
  /** Indexes rows anew, whose ids are a list in JSON. */
  readonly forget: string;
  readonly index: string;
  readonly done: string;
  /** Finds the next rows to be indexed, and estimates how many there are. */
  readonly next: string;
  readonly left: string;
  /** Counts how many of the parts of the index are there, and how many there are to be. */
  readonly present: string;
  readonly parts: number;
}

/** What takes folded texts apart; an index of another one is of an earlier version, and holds texts with accents. */
const TOKENIZER = 'trigram case_sensitive 1';

/**
 * The statements for a prefix. Triggers record which rows have changed, so that writes stay quick and other programs need
 * no full-text module; Tappet indexes them afterwards, folded. The index holds trigrams alone, no texts and no positions.
 */
export function searchStatements(prefix: string, searched: Searched): SearchStatements {
  const quoted = (name: string) => `"${prefix}${name}"`;
  const { id, texts, pendingId } = searched;
  const table = quoted(searched.table);
  const index = quoted(searched.index);
  const pending = quoted(`${searched.index}_pending`);
  const triggers = triggersOf(searched, quoted);
  const names = triggers.map(([event]) => quoted(`${searched.index}_${event}`));
  const text = (name: string) => `'${name.slice(1, -1)}'`;
  const ids = 'select value from json_each(?)';
  const whole = [...texts.map((column) => `t.${column}`), ...metaText(searched, quoted)].join(' || char(10) || ');
  return {
    make: [
      `create virtual table ${index} using fts5 (texts, content = '', contentless_delete = 1, detail = none,
        tokenize = '${TOKENIZER}')`,
      `create table ${pending} (${pendingId} integer primary key)`,
      `insert into ${pending} (${pendingId}) select "${id}" from ${table}`,
      ...triggers.map(([, body], at) => `create trigger ${names[at]} ${body}`),
    ],
    drop: [
      ...names.map((name) => `drop trigger if exists ${name}`),
      `drop table if exists ${index}`,
      `drop table if exists ${pending}`,
    ],
    forget: `delete from ${index} where rowid in (${ids})`,
    index: `insert into ${index} (rowid, texts) select t."${id}", tappet_fold(${whole}) from ${table} t where t."${id}" in (${ids})`,
    done: `delete from ${pending} where ${pendingId} in (${ids})`,
    next: `select ${pendingId} as id from ${pending} order by ${pendingId} limit ?`,
    left: `select coalesce(max(${pendingId}) - min(${pendingId}) + 1, 0) as "left" from ${pending}`,
    present: `select count(*) as present from sqlite_master
      where name in (${[pending, ...names].map(text).join(', ')}) or (name = ${text(index)} and sql like '%${TOKENIZER}%')`,
    parts: names.length + 2,
  };
}

/** What adds a value of metadata to a row's texts. */
const metaText = ({ id, meta }: Searched, quoted: (name: string) => string): string[] =>
  meta === undefined
    ? []
    : [
        `coalesce((select group_concat(m.meta_value, char(10)) from ${quoted(meta.table)} m
          where m.${meta.object} = t."${id}" and m.meta_key = '${meta.key}'), '')`,
      ];

/** The triggers that record which rows have changed, by event. */
function triggersOf({ table, id, texts, pendingId, index, meta }: Searched, quoted: (name: string) => string) {
  const record = (row: string, column: string) =>
    `insert into ${quoted(`${index}_pending`)} (${pendingId}) values (${row}."${column}") on conflict do nothing`;
  const recordRow = (row: string) => record(row, id);
  const triggers: [event: string, body: string][] = [
    ['insert', `after insert on ${quoted(table)} begin ${recordRow('new')}; end`],
    [
      'update',
      `after update of "${id}", ${texts.join(', ')} on ${quoted(table)}
       begin ${recordRow('old')}; ${recordRow('new')}; end`,
    ],
    ['delete', `after delete on ${quoted(table)} begin ${recordRow('old')}; end`],
  ];
  if (meta === undefined) return triggers;
  const { table: metaTable, object, key } = meta;
  const isKey = (row: string) => `${row}.meta_key = '${key}'`;
  return [
    ...triggers,
    [
      'meta_insert',
      `after insert on ${quoted(metaTable)} when ${isKey('new')} begin ${record('new', object)}; end`,
    ] as const,
    [
      'meta_update',
      `after update of ${object}, meta_key, meta_value on ${quoted(metaTable)} when ${isKey('old')} or ${isKey('new')}
       begin ${record('old', object)}; ${record('new', object)}; end`,
    ] as const,
    [
      'meta_delete',
      `after delete on ${quoted(metaTable)} when ${isKey('old')} begin ${record('old', object)}; end`,
    ] as const,
  ];
}

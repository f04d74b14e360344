import { type Database, TableDigest } from '../../database/index.ts';
import type { ImportTables } from '../tables.ts';
import type { Position } from './source.ts';

/** How far the copy of a table has come. */
export interface TableState {
  readonly position: Position;
  /** What has been copied of it. */
  readonly digest: TableDigest;
  readonly isDone: boolean;
}

/** The part of a copy that is not a table: the whole (`clearing`, `begun`, `copied`), and the file that is being copied. */
export type OtherPart = '' | 'files';

/** How far the copy of a source has come, in the database: it is noted with what is copied, in the same transaction. */
export class CopyState {
  readonly #database: Database;
  readonly #source: string;

  constructor(database: Database, source: string) {
    this.#database = database;
    this.#source = source.slice(0, 255);
  }

  /** Forgets the copies of all sources, and begins one of this. */
  async begin(note: string): Promise<void> {
    await this.#tables.deleteFrom('tappet_import_copies').execute();
    await this.setNote('', note);
  }

  async ofTable(name: string): Promise<TableState> {
    const row = await this.#row(name);
    if (row === undefined) return { position: [], digest: new TableDigest(), isDone: false };
    const { position, copied, digest, state } = row;
    return {
      position: JSON.parse(position) as number[],
      digest: new TableDigest(Number(copied), digest),
      isDone: state === 'done',
    };
  }

  async setTable(name: string, { position, digest, isDone }: TableState): Promise<void> {
    const state = isDone ? 'done' : 'open';
    await this.#set(name, { position: JSON.stringify(position), copied: digest.rows, digest: digest.sum, state });
  }

  /** What is noted of a part; undefined where nothing is. */
  async note(part: OtherPart): Promise<string | undefined> {
    return (await this.#row(part))?.position;
  }

  setNote(part: OtherPart, note: string): Promise<void> {
    return this.#set(part, { position: note, copied: 0, digest: '0', state: 'open' });
  }

  async #row(name: string) {
    return this.#tables
      .selectFrom('tappet_import_copies')
      .selectAll()
      .where('source', '=', this.#source)
      .where('name', '=', name)
      .executeTakeFirst();
  }

  async #set(name: string, values: object): Promise<void> {
    const row = { source: this.#source, name, ...values };
    await this.#database.insertAll('tappet_import_copies', [row], ['source', 'name']);
  }

  get #tables() {
    return this.#database.db.withTables<ImportTables>();
  }
}

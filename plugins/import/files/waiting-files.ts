import type { Database } from '../../database/index.ts';
import type { ImportTables } from '../tables.ts';

/** The file of an attachment that is to be fetched. */
export interface WaitingFile {
  /** The attachment. */
  readonly id: number;
  readonly address: string;
  /** The paths of files that an import which was killed had stored for it. */
  readonly leftovers: readonly string[];
}

/** How many are read at once. */
const PART = 100;

/** What became of the files of a source's attachments, in the database. */
export class WaitingFiles {
  readonly #database: Database;
  readonly #source: string;

  constructor(database: Database, source: string) {
    this.#database = database;
    this.#source = source.slice(0, 255);
  }

  async count(): Promise<number> {
    const { total } = await this.#of(['waiting', 'storing', 'failed'])
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return Number(total);
  }

  /** The files that are to be fetched, by the ids of their attachments. */
  async *all(): AsyncGenerator<WaitingFile> {
    for await (const { id, address, state, note } of this.#each(['waiting', 'storing', 'failed'])) {
      yield { id, address, leftovers: state === 'storing' ? note.split('\n').filter((path) => path !== '') : [] };
    }
  }

  /** The files that could not be fetched, and why. */
  async *failures(): AsyncGenerator<{ readonly address: string; readonly reason: string }> {
    for await (const { address, note } of this.#each(['failed'])) yield { address, reason: note };
  }

  /** Notes which paths are about to be stored, before they are. */
  storing(id: number, paths: readonly string[]): Promise<void> {
    return this.#set(id, 'storing', paths.join('\n'));
  }

  stored(id: number): Promise<void> {
    return this.#set(id, 'stored', '');
  }

  failed(id: number, reason: string): Promise<void> {
    return this.#set(id, 'failed', reason);
  }

  /** Forgets the file of an attachment that is gone. */
  async forget(id: number): Promise<void> {
    await this.#tables
      .deleteFrom('tappet_import_files')
      .where('source', '=', this.#source)
      .where('id', '=', id)
      .execute();
  }

  async *#each(states: readonly string[]) {
    for (let last = 0; ; ) {
      const rows = await this.#of(states)
        .select(['id', 'address', 'state', 'note'])
        .where('id', '>', last)
        .orderBy('id')
        .limit(PART)
        .execute();
      for (const row of rows) yield { ...row, id: Number(row.id) };
      if (rows.length < PART) return;
      last = Number(rows.at(-1)!.id);
    }
  }

  async #set(id: number, state: string, note: string): Promise<void> {
    await this.#tables
      .updateTable('tappet_import_files')
      .set({ state, note })
      .where('source', '=', this.#source)
      .where('id', '=', id)
      .execute();
  }

  #of(states: readonly string[]) {
    return this.#tables
      .selectFrom('tappet_import_files')
      .where('source', '=', this.#source)
      .where('state', 'in', states);
  }

  get #tables() {
    return this.#database.db.withTables<ImportTables>();
  }
}

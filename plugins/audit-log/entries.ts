import type { Database } from '../database/index.ts';

/** Which entries to find. Times are Unix times in seconds. */
export interface AuditQuery {
  readonly user?: number | undefined;
  readonly actions?: readonly string[] | undefined;
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  readonly order?: 'asc' | 'desc';
  readonly number: number;
  readonly offset: number;
}

/** An entry of the log, as it is stored. */
export interface AuditEntry {
  readonly id: number;
  readonly created: number;
  readonly userId: number;
  readonly userLogin: string;
  readonly origin: string;
  readonly address: string;
  readonly action: string;
  readonly objectType: string;
  readonly objectId: number;
  readonly objectName: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** How long entries are kept. */
export interface Retention {
  /** For how many days. */
  readonly days: number;
  /** How many at most, of failed attempts and of all else. */
  readonly rows: number;
}

/** The actions that strangers can cause: they have a bound of their own, so that they push out nothing else. */
export const FAILURES: readonly string[] = ['cms_login_failed', 'application_password_failed_authentication'];

/** How many rows a statement removes, and how many statements one clean-up takes. */
const [BATCH, BATCHES] = [1000, 20];

const DAY = 24 * 3600;

/** The details of a row; none where another program wrote something else there. */
function readDetails(text: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(text) as object) };
  } catch {
    return {};
  }
}

const selection = ({ db }: Database) => db.selectFrom('tappet_audit_log');
type Selection = ReturnType<typeof selection>;

/** Reads the log, and removes what is older than it is kept. */
export class AuditEntries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Some entries, the newest first unless the query says otherwise, and how many there are. */
  async query(query: AuditQuery): Promise<{ readonly entries: AuditEntry[]; readonly total: number }> {
    const order = query.order ?? 'desc';
    const rows = await this.#matching(query)
      .selectAll()
      .orderBy('created', order)
      .orderBy('id', order)
      .limit(query.number)
      .offset(query.offset)
      .execute();
    const { total } = await this.#matching(query)
      .select(({ fn }) => fn.countAll().as('total'))
      .executeTakeFirstOrThrow();
    const entries = rows.map((row) => ({
      id: Number(row.id),
      created: Number(row.created),
      userId: Number(row.user_id),
      userLogin: row.user_login,
      origin: row.origin,
      address: row.address,
      action: row.action,
      objectType: row.object_type,
      objectId: Number(row.object_id),
      objectName: row.object_name,
      details: readDetails(row.details),
    }));
    return { entries, total: Number(total) };
  }

  /** Removes entries that are older than they are kept, or more than are kept: a bounded number of them at a time. */
  async prune({ days, rows }: Retention, now: number): Promise<void> {
    await this.#remove(() => this.#matching({ before: now - days * DAY }));
    for (const isFailure of [true, false]) {
      const ofKind = () => selection(this.#database).where('action', isFailure ? 'in' : 'not in', FAILURES);
      const last = await ofKind().select('id').orderBy('id', 'desc').offset(rows).limit(1).executeTakeFirst();
      if (last !== undefined) await this.#remove(() => ofKind().where('id', '<=', last.id));
    }
  }

  #matching({ user, actions, after, before }: Partial<AuditQuery>): Selection {
    let query = selection(this.#database);
    if (user !== undefined) query = query.where('user_id', '=', user);
    if (actions !== undefined && actions.length > 0) query = query.where('action', 'in', actions);
    if (after !== undefined) query = query.where('created', '>', after);
    if (before !== undefined) query = query.where('created', '<', before);
    return query;
  }

  async #remove(matching: () => Selection): Promise<void> {
    for (let batch = 0; batch < BATCHES; batch++) {
      const rows = await matching().select('id').orderBy('id').limit(BATCH).execute();
      if (rows.length === 0) return;
      const ids = rows.map(({ id }) => id);
      await this.#database.db.deleteFrom('tappet_audit_log').where('id', 'in', ids).execute();
      if (rows.length < BATCH) return;
    }
  }
}

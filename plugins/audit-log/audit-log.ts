import type { HttpContext, Logger } from '../../core/index.ts';
import type { Database } from '../database/index.ts';
import type { SiteClock } from '../options/index.ts';
import type { BrowserSessions } from '../sessions/index.ts';
import type { UserStore } from '../users/index.ts';
import { bounded, detailsOf } from './bounded.ts';
import { currentRequest, type Origin, ofCommand } from './origin.ts';

/** Something that happened. */
export interface AuditEvent {
  /** The name of the hook that tells of it. */
  readonly action: string;
  /** Who did it, where that is not who makes the request: somebody who has just signed in. */
  readonly userId?: number;
  /** What it happened to. */
  readonly object?: { readonly type: string; readonly id?: number; readonly name?: string };
  readonly details?: Readonly<Record<string, unknown>>;
}

/** An event with where and when it happened. */
interface Noted {
  readonly event: AuditEvent;
  readonly origin: Origin;
  /** A Unix time in seconds. */
  readonly created: number;
}

/** What writing the log needs. */
export interface AuditLogParts {
  readonly database: Database;
  readonly clock: SiteClock;
  readonly log: Logger;
  readonly users: UserStore;
  /** Absent where nobody signs in by a page. */
  readonly browser: BrowserSessions | undefined;
}

/** Writes what happens into the log: with the transaction that changes something, or by itself. */
export class AuditLog {
  readonly #parts: AuditLogParts;
  readonly #append: (noted: readonly Noted[]) => Promise<void>;
  readonly #open = new Set<Promise<void>>();
  /** Where that comes from which no request does. */
  #own: Origin = { kind: 'host' };

  constructor(parts: AuditLogParts) {
    this.#parts = parts;
    const { database } = parts;
    // A statement that fails must not end the transaction of the change.
    this.#append = database.beforeCommit((noted: readonly Noted[]) =>
      this.#safely(() => database.savepoint(() => this.#write(noted))),
    );
  }

  /** Notes that this host runs a command, and ends with it. */
  noteCommand(): void {
    this.#own = ofCommand();
  }

  /** Notes an event. It never fails: what cannot be written is logged. */
  record(event: AuditEvent): Promise<void> {
    const created = Math.floor(this.#parts.clock.now().getTime() / 1000);
    const noted = { event, origin: currentRequest() ?? this.#own, created };
    return this.#safely(() => this.#append([noted]));
  }

  /** Notes what is worked out first, while nobody waits for it. */
  recordLater(work: () => Promise<AuditEvent>): void {
    const done = this.#safely(async () => this.record(await work())).finally(() => this.#open.delete(done));
    this.#open.add(done);
  }

  /** Waits for what nobody has waited for. */
  async settled(): Promise<void> {
    while (this.#open.size > 0) await Promise.all(this.#open);
  }

  async #safely(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#parts.log.error({ err: error }, 'the audit log could not be written');
    }
  }

  async #write(noted: readonly Noted[]): Promise<void> {
    const { database } = this.#parts;
    const rows: object[] = [];
    for (const { event, origin, created } of noted) {
      const { action, object, details = {} } = event;
      rows.push({
        created,
        ...(await this.#actor(event, origin)),
        action,
        object_type: bounded(object?.type ?? '', 40),
        object_id: object?.id ?? 0,
        object_name: bounded(object?.name ?? (await this.#loginOf(object)), 200),
        details: detailsOf(details),
      });
    }
    await database.insertAll('tappet_audit_log', rows);
  }

  /** The login of an object that is a user. */
  async #loginOf(object: AuditEvent['object']): Promise<string> {
    const user = object?.type === 'user' && object.id !== undefined ? await this.#parts.users.byId(object.id) : null;
    return user?.login ?? '';
  }

  async #actor({ userId }: AuditEvent, origin: Origin) {
    if (origin.kind !== 'http') {
      const user_login = bounded(origin.kind === 'cli' ? origin.user : '', 60);
      return { user_id: 0, user_login, origin: origin.kind, address: '' };
    }
    const { users, browser } = this.#parts;
    const user_id = userId ?? origin.userId ?? (await browser?.current(origin.http as HttpContext))?.userId ?? 0;
    const user = user_id > 0 ? await users.byId(user_id) : null;
    const address = bounded(origin.http.ip, 64);
    return { user_id, user_login: bounded(user?.login ?? '', 60), origin: 'http', address };
  }
}

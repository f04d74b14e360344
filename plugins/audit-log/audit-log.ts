import { userInfo } from 'node:os';
import type { Logger } from '../../core/index.ts';
import type { Actor, Actors } from '../actors/index.ts';
import type { Database } from '../database/index.ts';
import type { SiteClock } from '../options/index.ts';
import type { UserStore } from '../users/index.ts';
import { bounded, detailsOf } from './bounded.ts';

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

/** An event with by whom and when it happened. */
interface Noted {
  readonly event: AuditEvent;
  readonly actor: Actor;
  /** A Unix time in seconds. */
  readonly created: number;
}

/** What writing the log needs. */
export interface AuditLogParts {
  readonly database: Database;
  readonly clock: SiteClock;
  readonly log: Logger;
  readonly users: UserStore;
  readonly actors: Actors;
}

/** Writes what happens into the log: with the transaction that changes something, or by itself. */
export class AuditLog {
  readonly #parts: AuditLogParts;
  readonly #append: (noted: readonly Noted[]) => Promise<void>;
  readonly #open = new Set<Promise<void>>();

  constructor(parts: AuditLogParts) {
    this.#parts = parts;
    const { database } = parts;
    // A statement that fails must not end the transaction of the change.
    this.#append = database.beforeCommit((noted: readonly Noted[]) =>
      this.#safely(() => database.savepoint(() => this.#write(noted))),
    );
  }

  /** Notes an event. It never fails: what cannot be written is logged. */
  record(event: AuditEvent): Promise<void> {
    const { clock, actors } = this.#parts;
    const created = Math.floor(clock.now().getTime() / 1000);
    return this.#safely(async () => this.#append([{ event, actor: await actors.current(), created }]));
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
    for (const { event, actor, created } of noted) {
      const { action, object, details = {} } = event;
      rows.push({
        created,
        ...(await this.#actor(event, actor)),
        action,
        object_type: bounded(object?.type ?? '', 40),
        object_id: object?.id ?? 0,
        object_name: bounded(object?.name ?? (object?.type === 'user' ? await this.#loginOf(object.id) : ''), 200),
        details: detailsOf(details),
      });
    }
    await database.insertAll('tappet_audit_log', rows);
  }

  async #loginOf(userId = 0): Promise<string> {
    const user = userId > 0 ? await this.#parts.users.byId(userId) : null;
    return user?.login ?? '';
  }

  async #actor({ userId }: AuditEvent, actor: Actor) {
    const { kind, address = '' } = actor;
    const login = userId === undefined ? loginOf(actor) : await this.#loginOf(userId);
    return {
      user_id: userId ?? actor.userId,
      user_login: bounded(login, 60),
      origin: kind === 'command' ? 'cli' : kind === 'job' ? 'job' : actor.address === undefined ? 'host' : 'http',
      address: bounded(address, 64),
    };
  }
}

/** The login of a user; for a command, the user of the machine who runs it. */
const loginOf = ({ kind, name }: Actor): string => (kind === 'user' ? name : kind === 'command' ? machineUser() : '');

function machineUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A user whom the machine has no name for, as in a container.
    return '';
  }
}

import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { deferred, reasonOf, within } from '../../../core/base/index.ts';
import type { WatchEvents, Watching } from '../../../core/cache/index.ts';
import type { Logger } from '../../../core/index.ts';
import type { Sight } from '../sight.ts';
import { CHANNEL_QUERY } from './notify.ts';
import { ANSWER, late, OPENING, opened, PULSE, RETRY } from './own-connection.ts';

/** How long a notification may take to arrive, in milliseconds. */
const ARRIVAL = 1000;

/** After how many pulses it is looked again whether notifications arrive, and how long a deaf connection rests. */
const ECHO = 100;
const REST = 3000;

const DEAF =
  'the changes of other hosts are not seen, and nothing is cached: no notification arrives, as behind a pooler in transaction mode or from another database; name the address of the server itself in DATABASE_LISTEN_URL';

/** Where changes are told of. */
export interface WatchedServer {
  /** The address of the database, which may be that of a pooler. */
  readonly url: string;
  /** The address on which is listened. */
  readonly listenUrl: string;
  readonly prefix: string;
}

/** Thrown where notifications do not arrive. */
class DeafError extends Error {}

/** Listens for changes on a connection of its own, which is opened anew when it is lost. */
export class ChangeFeed {
  readonly #server: WatchedServer;
  readonly #log: Logger;
  #sight: Sight | undefined;

  constructor(server: WatchedServer, log: Logger) {
    this.#server = server;
    this.#log = log;
  }

  /** Whether changes are seen; undefined as long as nobody has wanted to see them. */
  get sight(): Sight | undefined {
    return this.#sight;
  }

  /** Begins to watch. */
  start(events: WatchEvents): Watching {
    const stopping = new AbortController();
    const running = this.#run(events, stopping.signal);
    return {
      stop: async () => {
        stopping.abort();
        await running;
      },
    };
  }

  async #run(events: WatchEvents, signal: AbortSignal): Promise<void> {
    this.#sight = 'lost';
    let told: Sight = 'seen';
    while (!signal.aborted) {
      const error = await this.#listen(events, signal).catch((failure: unknown) => failure);
      if (signal.aborted) break;
      if (this.sight === 'seen') {
        events.sees(false);
        told = 'seen';
      }
      const isDeaf = error instanceof DeafError;
      this.#sight = isDeaf ? 'deaf' : 'lost';
      if (told !== this.#sight) this.#log.error(isDeaf ? DEAF : this.#lost(error));
      told = this.#sight;
      await wait(isDeaf ? REST : RETRY, undefined, { signal, ref: false }).catch(() => undefined);
    }
    this.#sight = undefined;
  }

  #lost(error: unknown): string {
    const { url, listenUrl } = this.#server;
    const where = listenUrl === url ? 'the database' : 'the server that DATABASE_LISTEN_URL names';
    return `the changes of other hosts are not seen, and nothing is cached, until ${where} can be listened to: ${reasonOf(error)}`;
  }

  /** Listens until the connection is lost or deaf, which it throws, or until it is to stop. */
  async #listen({ changed, sees }: WatchEvents, signal: AbortSignal): Promise<void> {
    const listener = await opened(this.#server.listenUrl);
    const ended = deferred<never>();
    ended.promise.catch(() => undefined);
    const end = () => ended.reject(new Error('the connection is lost'));
    listener.once('error', end).once('end', end);
    signal.addEventListener('abort', end);
    const echo = `tappet_echo_${randomUUID().replaceAll('-', '')}`;
    const follow = async () => {
      const name = await this.#send(CHANNEL_QUERY, [this.#server.prefix]);
      listener.on('notification', ({ channel, payload = '' }) => channel === name && changed([payload]));
      await listener.query(`listen "${name}"; listen ${echo}`);
      await this.#hear(listener, echo);
      this.#sight = 'seen';
      sees(true);
      // Notifications from before the connection listened are lost.
      changed();
      for (let pulse = 1; ; pulse++) {
        await wait(PULSE, undefined, { signal, ref: false });
        // A server that does not answer in time may have changed without a notification.
        if (pulse % ECHO === 0) await this.#hear(listener, echo).catch(unlessDeaf);
        await within(listener.query('select 1'), ANSWER, late);
      }
    };
    try {
      await Promise.race([follow(), ended.promise]);
    } finally {
      signal.removeEventListener('abort', end);
      listener.end().catch(() => undefined);
    }
  }

  /**
   * Makes sure that notifications arrive. A pooler that gives the session away takes `listen` for granted, and passes on what is
   * notified on the same connection; so it is sent on another one, over the address by which changes are made.
   */
  async #hear(listener: pg.Client, echo: string): Promise<void> {
    const arrived = new Promise<void>((resolve) => {
      const hear = ({ channel }: pg.Notification) => {
        if (channel !== echo) return;
        listener.off('notification', hear);
        resolve();
      };
      listener.on('notification', hear);
    });
    await this.#send('select pg_notify($1, null) as sent', [echo]);
    await within(arrived, ARRIVAL, () => new DeafError('no notification arrives'));
  }

  /** Runs a query on a connection of its own to the database; answers with its first value. */
  async #send(text: string, values: readonly string[]): Promise<unknown> {
    const sender = await opened(this.#server.url);
    try {
      const { rows } = await within(
        sender.query<[unknown]>({ text, values: [...values], rowMode: 'array' }),
        OPENING,
        late,
      );
      return rows[0]?.[0];
    } finally {
      sender.end().catch(() => undefined);
    }
  }
}

/** Passes on that notifications do not arrive; that none can be sent, as from a server without free connections, says nothing. */
function unlessDeaf(error: unknown): void {
  if (error instanceof DeafError) throw error;
}

import { Redis } from 'iovalkey';
import { within } from '../../core/base/index.ts';
import type { Logger } from '../../core/index.ts';

/** How long the server may take to be connected to, and how long is waited before that is tried again, in milliseconds. */
const CONNECT = 2000;
const [FIRST_WAIT, LONGEST_WAIT] = [50, 1000];

/** A server that has answered nothing for so many milliseconds, and is late, is away. */
const SILENCE = 1000;

/** Thrown where the server has not answered in time, or is known to be away. */
export class AwayError extends Error {
  override readonly name = 'AwayError';
}

/** The connection to a server, which is made anew whenever it is lost; nothing waits for that. */
export class Connection {
  readonly client: Redis;
  readonly #log: Logger;
  readonly #timeout: number;
  /** Whether the server is known to be away, which has been told. */
  #isLost = false;
  #isClosed = false;
  /** When the server last answered. */
  #answeredAt = 0;

  /** @param timeout for how many milliseconds an answer is waited for */
  constructor(url: string, timeout: number, log: Logger) {
    this.#log = log;
    this.#timeout = timeout;
    this.client = new Redis(url, {
      lazyConnect: true,
      connectTimeout: CONNECT,
      // What cannot be sent at once fails, and what was sent when the connection was lost is not sent again.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      retryStrategy: (times) => Math.min(times * FIRST_WAIT, LONGEST_WAIT),
    });
    this.client.on('ready', () => {
      if (this.#isLost) this.#log.info('Redis is there again');
      this.#isLost = false;
      this.#answeredAt = performance.now();
    });
    this.client.on('close', () => this.#lose(new AwayError('the connection was closed')));
    this.client.on('error', (error) => this.#lose(error));
  }

  /** Whether the server is there at present. */
  get status(): 'ready' | 'away' {
    // A connection that is given up is ready until the other side has closed it, too.
    return this.client.status === 'ready' && !this.#isLost ? 'ready' : 'away';
  }

  /** Connects; where the server is away, goes on trying in the background. */
  async open(): Promise<void> {
    await within(this.client.connect(), CONNECT, () => new AwayError('late')).catch((error) => this.#lose(error));
  }

  /**
   * Does something with the server within the time limit. A server that hangs is away after a second, until it answers on a new
   * connection, so that it is not waited for again and again.
   */
  async ask<T>(work: () => Promise<T>): Promise<T> {
    if (this.status === 'away') throw new AwayError('Redis is away');
    const late = () => new AwayError(`Redis did not answer within ${this.#timeout} ms`);
    try {
      const answer = await within(work(), this.#timeout, late);
      this.#answeredAt = performance.now();
      return answer;
    } catch (error) {
      if (error instanceof AwayError && performance.now() - this.#answeredAt > SILENCE && this.status === 'ready') {
        this.#lose(error);
        this.client.disconnect(true);
      }
      throw error;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.client.disconnect();
  }

  /** Tells once that the server is away. */
  #lose(error: unknown): void {
    if (!this.#isLost && !this.#isClosed)
      this.#log.warn({ err: error }, 'Redis is away; it is tried again until it is there');
    this.#isLost = true;
  }
}

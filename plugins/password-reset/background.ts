import type { HttpContext, Logger } from '../../core/index.ts';

/** Work that nobody waits for but the end of the host. */
export class Background {
  readonly #log: Logger;
  readonly #open = new Set<Promise<void>>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Does work; what it fails with is logged. */
  run(work: () => Promise<unknown>): void {
    const done: Promise<void> = work()
      .then(
        () => undefined,
        (error) => this.#log.error({ err: error }, 'a mail about a password could not be made'),
      )
      .finally(() => this.#open.delete(done));
    this.#open.add(done);
  }

  /** Does work once a page has gone out, so that the time of its answer says nothing of the work. */
  runAfter({ res }: HttpContext, work: () => Promise<unknown>): void {
    const answered = new Promise<void>((resolve) => {
      if (res === undefined || res.closed) setImmediate(resolve);
      else res.once('close', resolve);
    });
    this.run(() => answered.then(work));
  }

  /** Waits until everything that was begun is done. */
  async settled(): Promise<void> {
    while (this.#open.size > 0) await Promise.all(this.#open);
  }
}

import { deferred } from '../../core/base/index.ts';
import type { Logger } from '../../core/index.ts';
import type { Handlers } from './channel.ts';
import { Restarts } from './restarts.ts';
import type { WorkerProcess } from './worker-process.ts';
import type { WorkerReport } from './workers.ts';

/** How much longer than it is allowed a worker may take to end before it is killed, in milliseconds. */
const SPARE = 5000;

/** What a primary needs. */
export interface PrimaryParts {
  /** How many workers there are to be. */
  readonly count: number;
  /** Starts a worker that asks these handlers; `port` replaces that of the settings. */
  start(number: number, port: number | undefined, handlers: Handlers): WorkerProcess;
  readonly print: (line: string) => void;
  readonly log: Logger;
  /** How long a worker may take to end, in milliseconds. */
  readonly closing: number;
  /** After how many milliseconds without an answer a worker is killed; 0 for never. */
  readonly silence: number;
  readonly restarts?: Restarts;
}

/** One of the workers: the process that is at work, and how often it has been started. */
interface Slot {
  readonly number: number;
  process: WorkerProcess | undefined;
  starts: number;
}

/** Starts workers, one before all others, starts those anew that end, and has them reload and stop together. */
export class Primary {
  readonly #parts: PrimaryParts;
  readonly #restarts: Restarts;
  readonly #slots: readonly Slot[];
  /** All processes that run, those too that are being replaced. */
  readonly #running = new Set<WorkerProcess>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #failure = deferred<never>();
  #isOpen = false;
  #isStopping = false;
  /** Where the site is; the port stays the same when all workers are started anew. */
  #address: string | undefined;
  #port: number | undefined;
  #replacing: Promise<void> = Promise.resolve();

  constructor(parts: PrimaryParts) {
    this.#parts = parts;
    this.#restarts = parts.restarts ?? new Restarts();
    this.#slots = Array.from({ length: parts.count }, (_, at) => ({ number: at + 1, process: undefined, starts: 0 }));
    // It may come before anything waits for it.
    this.#failure.promise.catch(() => undefined);
  }

  /**
   * Starts the first worker, which prepares the site, then the others. Resolves when the first answers requests: with
   * undefined, or with the exit code of one that could not start and has said why.
   */
  async start(): Promise<number | undefined> {
    const [first, ...others] = this.#slots;
    const process = this.#launch(first!);
    const end = await Promise.race([process.ready.then(() => undefined), process.ended]);
    if (end !== undefined) return this.#isStopping ? 0 : (end.code ?? 1);
    this.#isOpen = true;
    this.#follow(first!, process);
    for (const slot of others) this.#fill(slot);
    return undefined;
  }

  /** Rejects when no worker can be started any more; resolves never. */
  get failure(): Promise<never> {
    return this.#failure.promise;
  }

  /**
   * Reloads all workers at once. Throws when none could: what ran before goes on. Those that could not, while others
   * could, are replaced, so that all run the same.
   */
  async reload(): Promise<void> {
    const slots = this.#slots.filter(({ process }) => process !== undefined);
    const outcomes = await Promise.allSettled(slots.map(({ process }) => process!.reload()));
    const failures = outcomes.flatMap((outcome, at) =>
      outcome.status === 'rejected' ? [{ slot: slots[at]!, error: outcome.reason as Error }] : [],
    );
    if (failures.length === slots.length && slots.length > 0) throw failures[0]!.error;
    for (const { slot, error } of failures) {
      this.#parts.log.error({ worker: slot.number }, `a worker could not reload, and is replaced: ${error.message}`);
      await this.#replace(slot);
    }
  }

  /** Has all workers finish their requests and end; kills those that take longer than they may. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#timers) clearTimeout(timer);
    const processes = [...this.#running];
    for (const process of processes) process.stop(true);
    const late = setTimeout(() => {
      for (const process of this.#running) process.kill();
    }, this.#parts.closing + SPARE);
    await Promise.all(processes.map(({ ended }) => ended));
    clearTimeout(late);
  }

  /** How all workers are, and what they say on a topic. */
  reports(topic: string): Promise<WorkerReport[]> {
    return Promise.all(
      this.#slots.map(async ({ number, process, starts }) => {
        const report = (await process?.report(topic)) ?? { pid: undefined, status: 'down' as const };
        return { worker: number, starts, ...report };
      }),
    );
  }

  /** Starts a process for a worker, beside the one that it may have. */
  #launch(slot: Slot): WorkerProcess {
    // Once the last worker has ended, the port that was free for `--port=0` would be another one.
    if (this.#running.size === 0 && this.#address !== undefined) this.#port = Number(new URL(this.#address).port || 80);
    const process = this.#parts.start(slot.number, this.#port, {
      print: (line: string) => {
        if (!this.#isOpen) this.#parts.print(line);
      },
      workers: (topic: string) => this.reports(topic),
      replace: () => this.#replace(slot),
    });
    slot.starts++;
    slot.process = process;
    this.#running.add(process);
    if (this.#parts.silence > 0) void this.#killSilent(slot, process);
    void process.ready.then((address) => {
      this.#address = address;
    });
    void process.ended.then(() => {
      this.#running.delete(process);
      if (slot.process === process) slot.process = undefined;
    });
    return process;
  }

  /** Kills a worker that is blocked, which makes room for another. */
  async #killSilent({ number }: Slot, process: WorkerProcess): Promise<void> {
    const { log, silence } = this.#parts;
    if (!(await process.isSilentFor(silence))) return;
    log.error({ worker: number }, `a worker has not answered for ${silence} ms, and is killed`);
    process.kill();
  }

  #fill(slot: Slot): void {
    this.#follow(slot, this.#launch(slot));
  }

  /** Starts a worker anew when its process ends by itself. */
  #follow(slot: Slot, process: WorkerProcess): void {
    void process.ended.then(({ code, signal, ranFor }) => {
      // One that was replaced has left its place to another.
      if (this.#isStopping || slot.process !== undefined) return;
      const pause = this.#restarts.pauseAfter({ ranFor });
      const why = signal === null ? `with exit code ${code}` : `by ${signal}`;
      if (this.#restarts.isHopeless && this.#running.size === 0) {
        this.#failure.reject(new Error('no worker can be started any more; the log says why each of them ended'));
        return;
      }
      this.#parts.log.error({ worker: slot.number }, `a worker ended ${why}; it is started anew in ${pause} ms`);
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        this.#fill(slot);
      }, pause);
      this.#timers.add(timer);
    });
  }

  /** Starts another process for a worker, and ends the one that it has when that is ready; one worker at a time. */
  #replace(slot: Slot): Promise<void> {
    this.#replacing = this.#replacing.then(async () => {
      const { process: old } = slot;
      if (this.#isStopping || old === undefined || !old.isReady) return;
      const next = this.#launch(slot);
      const end = await Promise.race([next.ready.then(() => undefined), next.ended]);
      if (end === undefined) {
        this.#follow(slot, next);
        old.stop(false);
      } else if (this.#running.has(old)) slot.process = old;
      else this.#fill(slot);
    });
    return this.#replacing;
  }
}

import { serviceToken } from '../../core/index.ts';

/** How a worker is: what its primary knows of it, and what it says itself. */
export interface WorkerReport {
  readonly worker: number;
  /** The id of its process; undefined while there is none. */
  readonly pid: number | undefined;
  /** `silent`: it does not answer in time; `down`: it has ended, and is started anew after a pause. */
  readonly status: 'starting' | 'ready' | 'closing' | 'silent' | 'down';
  /** How many times it has been started. */
  readonly starts: number;
  /** What it answers on the topic; undefined where it does not. */
  readonly answer?: unknown;
}

/** The workers that serve one site on one port, as each of them sees all. */
export interface Workers {
  /** The number of this worker; the first is 1. */
  readonly number: number;
  /** Asks all workers, this one among them, what the taps of `worker_answer` say on a topic. */
  ask(topic: string): Promise<WorkerReport[]>;
}

/** The service of the workers; there is none in a process that serves alone. */
export const Workers = serviceToken('workers');

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    workers: Workers;
  }
}

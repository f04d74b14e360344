import type { Family } from './exposition.ts';

/** What one of several workers gives; undefined for one that does not answer. */
export interface WorkerFamilies {
  readonly worker: number;
  readonly answer?: unknown;
}

/** The families of all workers in one: each number has the label `worker`, as counters of different processes are different. */
export function familiesOfAll(workers: readonly WorkerFamilies[]): Family[] {
  const all = new Map<string, Family>();
  for (const { worker, answer } of workers) {
    for (const family of (answer as readonly Family[] | undefined) ?? []) {
      const samples = family.samples.map((sample) => ({ ...sample, labels: { worker, ...sample.labels } }));
      all.set(family.name, { ...family, samples: [...(all.get(family.name)?.samples ?? []), ...samples] });
    }
  }
  return [...all.values()];
}

import { Trials } from '../bisect/trials.ts';
import { type Fault, faultsIn } from './attempt.ts';
import { type CompatSite, causeOf, running, trialsOf } from './cause.ts';
import type { Family, Step } from './step.ts';

/** A failing step, and why it fails. */
export interface Failing {
  readonly step: Step;
  readonly fault: Fault;
  readonly cause: string;
}

/** The result of a family of clients. */
export interface Verdict {
  readonly family: Family;
  readonly failing: readonly Failing[];
}

/** Runs the steps of families of clients on a site, and finds the causes of those that fail. */
export async function compat(families: readonly Family[], site: CompatSite): Promise<Verdict[]> {
  const steps = families.flatMap((family) => family.steps);
  const plugins = running(site.selection);
  const trials = new Trials(trialsOf(steps, site, plugins));
  try {
    const { answer, error } = await trials.of(plugins);
    if (error !== undefined) throw error;
    const faults = new Map(faultsIn(answer, steps).map((fault, at) => [steps[at]!, fault]));
    const verdicts: Verdict[] = [];
    for (const family of families) {
      const failing: Failing[] = [];
      for (const step of family.steps) {
        const fault = faults.get(step) ?? null;
        if (fault !== null) failing.push({ step, fault, cause: await causeOf(step, site) });
      }
      verdicts.push({ family, failing });
    }
    return verdicts;
  } finally {
    await trials.dispose();
  }
}

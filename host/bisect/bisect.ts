import type { LocatedPlugin } from '../../core/plugin/index.ts';
import { type Answer, type Change, changesBetween, withoutVolatile } from './answer.ts';
import { type Lineup, withoutUnmet, withRequirements } from './suspects.ts';
import { transitions } from './transitions.ts';
import type { Trial, Trials } from './trials.ts';

/** A condition that an answer should meet. */
export interface Expectation {
  isMet(answer: Answer, volatile: ReadonlySet<string>): boolean;
}

/** A plugin that changes the answer. */
export interface Culprit {
  readonly plugin: LocatedPlugin;
  /** The differences between the answers with and without it. */
  readonly changes: readonly Change[];
  /** The failures of its taps, as `hook: message`. */
  readonly failures: readonly string[];
}

/** The result of a bisection. */
export interface Findings {
  /** The trials with all suspects and with none. */
  readonly all: Trial;
  readonly none: Trial;
  readonly suspects: readonly LocatedPlugin[];
  /**
   * `alike`: the suspects do not change the answer; `met`: the answer is as expected; `found`: it is without the
   * culprits; `open`: it is not as expected, and no single plugin is the reason.
   */
  readonly verdict: 'alike' | 'met' | 'found' | 'open';
  readonly culprits: readonly Culprit[];
}

type Plugins = readonly LocatedPlugin[];

/** How often the search is repeated at most, because new volatile parts of the answers were found. */
const ROUNDS = 5;

/**
 * Finds the plugins that change an answer, or because of which it is not as expected. Suspects are added in the order of
 * setting up, so that each has the plugins that it requires, and the search goes by halves: where two hosts answer alike,
 * the plugins between them are not tried. Culprits are then removed, with the plugins that require them, and the search is
 * repeated until the rest gives the right answer.
 */
export async function bisect(trials: Trials, lineup: Lineup, expectation?: Expectation): Promise<Findings> {
  const all = await trials.of([...lineup.fixed, ...lineup.suspects]);
  const suspects = lineup.suspects.filter((plugin) => !all.idle.includes(plugin));
  const search = new Search(trials, { ...lineup, suspects }, expectation);
  let findings = await search.run();
  for (let round = 0; round < ROUNDS; round++) {
    const known = trials.volatile.size;
    await search.repeat(findings);
    if (trials.volatile.size === known) break;
    findings = await search.run();
  }
  return findings;
}

class Search {
  readonly #trials: Trials;
  readonly #suspects: Plugins;
  readonly #fixed: Plugins;
  readonly #expectation: Expectation | undefined;

  constructor(trials: Trials, { suspects, fixed }: Lineup, expectation: Expectation | undefined) {
    this.#trials = trials;
    this.#suspects = suspects;
    this.#fixed = fixed;
    this.#expectation = expectation;
  }

  async run(): Promise<Findings> {
    const suspects = this.#suspects;
    const [all, none] = [await this.#with(suspects), await this.#with([])];
    const found = (verdict: Findings['verdict'], culprits: readonly Culprit[] = []): Findings => {
      return { all, none, suspects, verdict, culprits };
    };
    const expectation = this.#expectation;
    if (expectation === undefined) {
      if (this.#changes(none, all).length === 0) return found('alike');
      // When no route matches without suspects, the search begins with the plugin that adds the route.
      const start = isUnrouted(none) && !isUnrouted(all) ? await this.#least((trial) => !isUnrouted(trial), all) : [];
      const reference = await this.#with(start ?? []);
      const isBad = (trial: Trial) => this.#changes(reference, trial).length > 0;
      const alike = (one: Trial, other: Trial) => this.#changes(one, other).length === 0;
      const culprits = await this.#culprits(start ?? [], isBad, alike);
      const provider = start?.length ? [this.#culprit(start.at(-1)!, none, reference)] : [];
      return found('found', [...provider, ...culprits]);
    }
    const isBad = ({ answer }: Trial) => !expectation.isMet(answer, this.#trials.volatile);
    if (!isBad(all)) return found('met');
    const start = isBad(none) ? await this.#least((trial) => !isBad(trial), all) : [];
    if (start === undefined) {
      const culprits = await this.#single(all, isBad);
      return found(culprits.length === 0 ? 'open' : 'found', culprits);
    }
    const alike = (one: Trial, other: Trial) => isBad(one) === isBad(other);
    return found('found', await this.#culprits(start, isBad, alike));
  }

  /** Repeats the trials of the findings to find volatile parts. A part that is gone or new cannot be volatile. */
  async repeat({ culprits, suspects }: Findings): Promise<void> {
    await this.#trials.again(this.#hostOf(suspects));
    for (const { plugin, changes } of culprits) {
      if (!changes.every(({ from, to }) => from !== undefined && to !== undefined)) continue;
      const before = suspects.slice(0, suspects.indexOf(plugin));
      await this.#trials.again(this.#hostOf([...before, plugin]));
    }
  }

  #changes(from: Trial, to: Trial): Change[] {
    return withoutVolatile(changesBetween(from.answer, to.answer), this.#trials.volatile);
  }

  /** The plugins of a host with some of the suspects, without those whose requirements are missing. */
  #hostOf(suspects: Plugins): LocatedPlugin[] {
    const all = [...this.#fixed, ...this.#suspects];
    const chosen = all.filter((plugin) => this.#fixed.includes(plugin) || suspects.includes(plugin));
    return withoutUnmet(chosen, all);
  }

  #with(suspects: Plugins): Promise<Trial> {
    return this.#trials.of(this.#hostOf(suspects));
  }

  /** Finds culprits one after another; the suspects of `start` are part of every trial. */
  async #culprits(
    start: Plugins,
    isBad: (trial: Trial) => boolean,
    alike: (one: Trial, other: Trial) => boolean,
  ): Promise<Culprit[]> {
    const culprits: Culprit[] = [];
    let rest = this.#suspects.filter((plugin) => !start.includes(plugin));
    while (isBad(await this.#with([...start, ...rest]))) {
      const upTo = (count: number) => this.#with([...start, ...rest.slice(0, count)]);
      const found: LocatedPlugin[] = [];
      for (const turn of await transitions(rest.length, upTo, alike)) {
        const [before, after] = [await upTo(turn - 1), await upTo(turn)];
        if (this.#expectation !== undefined && !isBad(after)) continue;
        found.push(rest[turn - 1]!);
        culprits.push(this.#culprit(rest[turn - 1]!, before, after));
      }
      if (found.length === 0) break;
      rest = rest.filter((plugin) => !found.includes(plugin));
    }
    return culprits;
  }

  #culprit(plugin: LocatedPlugin, before: Trial, after: Trial): Culprit {
    const own = after.failures.filter((failure) => failure.plugin === plugin.definition.name);
    const failures = own.map(({ hook, error }) => `${hook}: ${error.message}`);
    return { plugin, changes: this.#changes(before, after), failures: [...new Set(failures)] };
  }

  /** A suspect that alone makes the answer good, after the suspects that it requires. The owner of the route comes first. */
  async #least(isGood: (trial: Trial) => boolean, all: Trial): Promise<LocatedPlugin[] | undefined> {
    const isOwner = ({ definition }: LocatedPlugin) => definition.name === all.owner;
    const tried = [...this.#suspects].sort((one, other) => Number(isOwner(other)) - Number(isOwner(one)));
    for (const plugin of tried) {
      const alone = withRequirements([plugin], this.#suspects);
      if (isGood(await this.#with(alone))) return [...alone.filter((other) => other !== plugin), plugin];
    }
    return undefined;
  }

  /** The suspects without any one of which the answer is good. */
  async #single(all: Trial, isBad: (trial: Trial) => boolean): Promise<Culprit[]> {
    const culprits: Culprit[] = [];
    for (const plugin of this.#suspects) {
      const without = await this.#with(this.#suspects.filter((other) => other !== plugin));
      if (!isBad(without)) culprits.push(this.#culprit(plugin, without, all));
    }
    return culprits;
  }
}

/** Whether no route matches the request. */
function isUnrouted({ answer: { status, body } }: Trial): boolean {
  return status === 404 && (body as { code?: unknown } | null)?.code === 'rest_no_route';
}

/**
 * Measures Tappet beside hand-written handlers, each in a process of its own and under load from another, and says which
 * goals are met. `README.md` explains the table.
 *
 *     npm run bench                            everything
 *     npm run bench list                       cases whose name contains "list"
 *     npm run bench -- --rounds=7 --seconds=3 --json
 *     npm run bench -- --size=100000 --large=1000000
 *     npm run bench -- --warm=20               at most 20 seconds of warming up for each lane
 */
import { parseArgs } from 'node:util';
import { hookCases } from './cases/hooks.ts';
import { rateCases } from './cases/rates.ts';
import { measureMemory } from './measure-memory.ts';
import { measureMixed } from './measure-mixed.ts';
import { type Effort, measureRates } from './measure-rates.ts';
import { measureStart } from './measure-start.ts';
import { measureWordPress } from './measure-wordpress.ts';
import type { Outcome } from './outcome.ts';
import { compileScripts } from './processes/compile.ts';
import { LoadGenerator } from './processes/load-generator.ts';
import { ContenderPool } from './processes/pool.ts';
import { head, lines } from './table.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string', default: '1000' },
    large: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '0.2' },
    warm: { type: 'string', default: '10' },
    connections: { type: 'string', default: '10' },
    json: { type: 'boolean', default: false },
  },
});
/** The most posts of a WordPress: PHP takes seconds for each answer with more. */
const MOST_WORDPRESS = 100_000;
/** The most starts of a server, since a start takes longer than other rounds. */
const MOST_STARTS = 15;

const filters = positionals;
const [size, large] = [Number(values.size), Number(values.large)];
const effort: Effort = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  warmUp: Number(values.warm),
  connections: Number(values.connections),
};

const script = await compileScripts();
const pool = new ContenderPool(script);
const load = await LoadGenerator.start(script('load/generator'));

const cases: { name: string; measure: () => Promise<Outcome> }[] = [
  ...[...rateCases(size, large), ...hookCases(size)].map((one) => ({
    name: one.name,
    measure: () => measureRates(one, effort, pool, load),
  })),
  { name: 'start', measure: () => measureStart('start', size, Math.min(effort.rounds, MOST_STARTS), script) },
  { name: 'memory', measure: () => measureMemory('memory', size, pool, load) },
  { name: 'mixed traffic', measure: () => measureMixed('mixed traffic', size, pool, load) },
  ...[size, Math.min(large, MOST_WORDPRESS)].map((posts) => ({
    name: `wordpress of ${posts}`,
    measure: () => measureWordPress(`wordpress of ${posts}`, posts, effort, script, load),
  })),
];
const chosen = cases.filter(({ name }) => filters.length === 0 || filters.some((filter) => name.includes(filter)));
const outcomes: Outcome[] = [];

/** Measures a case; an error does not stop the other cases. */
function failed(name: string, error: Error): Outcome {
  process.exitCode = 1;
  return { name, lanes: {}, figures: { FAILED: error.message }, verdicts: [] };
}

try {
  if (chosen.length === 0) {
    console.error(`No case is named like that. There are:\n${cases.map(({ name }) => `  ${name}`).join('\n')}`);
    process.exitCode = 1;
  } else if (!values.json) console.log(head());
  for (const { name, measure } of chosen) {
    const outcome = await measure().catch((error: Error) => failed(name, error));
    outcomes.push(outcome);
    if (!values.json) console.log(lines(outcome));
  }
  if (values.json) console.log(JSON.stringify({ size, large, effort, outcomes }, null, 2));
} finally {
  await pool.stop();
  load.stop();
}

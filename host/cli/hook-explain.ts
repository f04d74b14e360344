import { closest } from '../../core/base/index.ts';
import type { Constraint, Hook, Tap, UnmatchedConstraint } from '../../core/hooks/index.ts';
import type { CommandDefinition } from '../../core/index.ts';
import { LIST_FLAGS } from '../../core/plugin/index.ts';
import type { Host } from '../create-host.ts';
import { type ExplainedOrder, explainOrder, type Step } from './explained-order.ts';
import { namedHook, signatureOf, untapped } from './named-hook.ts';
import type { Row } from './rows.ts';
import { changedBy, tapName } from './tap-origin.ts';

const COLUMNS = ['hook', 'earlier', 'later', 'edge', 'source', 'why'];

/** Whether configuration, and not the plugin, gave a part of a tap's position. */
function isConfigured({ overridden, ...tap }: Tap, part: 'stage' | 'before' | 'after'): boolean {
  return overridden?.collected !== undefined && tap[part] !== overridden.collected[part];
}

/** The plugin or the setting that gave a part of a tap's position. */
const sourceOf = (host: Host, hook: Hook, tap: Tap, part: 'stage' | 'before' | 'after'): string =>
  isConfigured(tap, part) ? changedBy(host, hook, tap)! : tapName(tap);

const constraintText = (host: Host, hook: Hook, { source, word, named }: Constraint): string =>
  `${sourceOf(host, hook, source, word)} says ${word}: ${named}`;

function stageText(host: Host, hook: Hook, { earlier, later }: Step): string {
  const moved = [earlier, later].filter((tap) => isConfigured(tap, 'stage'));
  const by = moved.map((tap) => `, by ${changedBy(host, hook, tap)}`).join('');
  return `its stage ${later.stage} is above ${earlier.stage}${by}`;
}

/** Why one of two taps of the same stage was collected first. */
function collectedText({ generation }: Host, { earlier, later }: Step): string {
  if (earlier.overridden?.how === 'added') return 'the configuration names it later';
  if (later.overridden?.how === 'added') return 'the same stage, and taps of the configuration come last';
  if (earlier.plugin === later.plugin) return `the same stage, and ${later.plugin} taps with it later`;
  const { requires = {}, after = [] } =
    generation.plugins.find(({ definition }) => definition.name === later.plugin)?.definition ?? {};
  const setUp = `the same stage, and ${later.plugin} is set up later`;
  if (Object.hasOwn(requires, earlier.plugin)) return `${setUp}: it requires ${earlier.plugin}`;
  if (after.includes(earlier.plugin)) return `${setUp}: it says after ${earlier.plugin}`;
  return setUp;
}

function reasonText(host: Host, hook: Hook, step: Step): string {
  if (step.reason === 'stage') return stageText(host, hook, step);
  return step.reason === 'collected' ? collectedText(host, step) : constraintText(host, hook, step.reason);
}

/** Why a constraint matches no tap, with the nearest name. */
function unmatchedText({ generation, plugins }: Host, hook: Hook, { source, named }: UnmatchedConstraint): string {
  if (hook.dropped.some((tap) => tapName(tap) === named || tap.plugin === named)) return 'its tap was dropped';
  const keys = hook.taps.filter((tap) => tap !== source).flatMap((tap) => [tapName(tap), tap.plugin]);
  const names = generation.plugins.map(({ definition }) => definition.name);
  if (names.includes(named)) return 'it does not tap this hook';
  const off = [
    ...generation.inactive.map(({ definition }) => definition.name),
    ...plugins.disabled.map((one) => one.name),
  ];
  if (off.includes(named)) return 'it is switched off';
  const nearest = closest(named, keys) ?? closest(named, [...names, ...off]);
  return `there is no such plugin${nearest === undefined ? '' : `; did you mean "${nearest}"?`}`;
}

/** The constraints on a tap that do not come from the tap right before it. */
function distant({ steps, constraints }: ExplainedOrder, later: Tap): Constraint[] {
  const shown = steps.map(({ reason }) => reason);
  return constraints.filter((constraint) => constraint.later === later && !shown.includes(constraint));
}

const kindOf = ({ reason }: Step): string => (typeof reason === 'string' ? reason : reason.word);

function rowsOf(host: Host, hook: Hook): Row[] {
  const order = explainOrder(hook);
  const row = (earlier: Tap | null, later: Tap | null, edge: string, source: Tap | null, why: string): Row => ({
    hook: hook.name,
    earlier: earlier && tapName(earlier),
    later: later && tapName(later),
    edge,
    source: source && tapName(source),
    why,
  });
  return [
    ...order.steps.map((step) => {
      const { earlier, later, reason } = step;
      const source = typeof reason === 'string' ? null : reason.source;
      return row(earlier, later, kindOf(step), source, reasonText(host, hook, step));
    }),
    ...order.taps.flatMap((later) =>
      distant(order, later).map((one) =>
        row(one.earlier, later, one.word, one.source, constraintText(host, hook, one)),
      ),
    ),
    ...order.unmatched.map((one) =>
      row(
        null,
        null,
        'none',
        one.source,
        `${one.word}: ${one.named} matches no tap, ${unmatchedText(host, hook, one)}`,
      ),
    ),
  ];
}

function linesOf(host: Host, hook: Hook): string[] {
  const order = explainOrder(hook);
  const [first, ...others] = order.taps;
  if (first === undefined) return [`  ${untapped(host.generation.hooks, hook.name)}`];
  const unmatched = order.unmatched.map(
    (one) =>
      `  ${sourceOf(host, hook, one.source, one.word)} says ${one.word}: ${one.named}, ` +
      `which matches no tap: ${unmatchedText(host, hook, one)}`,
  );
  return [
    `  1. ${tapName(first)}`,
    ...others.flatMap((tap, position) => [
      `  ${position + 2}. ${tapName(tap)}`,
      `     after ${tapName(order.taps[position]!)}: ${reasonText(host, hook, order.steps[position]!)}`,
      ...distant(order, tap).map((one) => `     after ${tapName(one.earlier)}: ${constraintText(host, hook, one)}`),
    ]),
    ...hook.dropped.map((tap) => `  - ${tapName(tap)}: dropped by ${changedBy(host, hook, tap)}`),
    ...unmatched,
  ];
}

/** `hook explain NAME`: why the taps of a hook are in this order. */
export const hookExplain = (host: Host): CommandDefinition => ({
  name: 'hook explain',
  summary: 'Say why the taps of a hook stand in this order: a constraint, a stage, or the order of setting up.',
  args: '<name>',
  flags: LIST_FLAGS,
  async run(context) {
    const { hooks: registry } = host.generation;
    const { name, listings, hooks } = namedHook(registry, String(context.args.name));
    const { format, fields } = context.flags;
    if (format !== undefined || fields !== undefined) {
      return context.printRows(
        COLUMNS,
        hooks.flatMap((hook) => rowsOf(host, hook)),
      );
    }
    for (const listing of listings) context.print(signatureOf(listing));
    if (hooks.length === 0) context.print(`  ${untapped(registry, name)}`);
    for (const hook of hooks) {
      if (!listings.some((listing) => listing.name === hook.name)) context.print(hook.name);
      for (const line of linesOf(host, hook)) context.print(line);
    }
  },
});

import {
  type CommandDefinition,
  closest,
  type Demand,
  type Hook,
  type IdleWish,
  type Row,
  type Step,
  type Tap,
} from '../../core/index.ts';
import type { Host } from '../create-host.ts';
import { namedHook, signatureOf, untapped } from './named-hook.ts';
import { LIST_FLAGS, printRows } from './output.ts';
import { changedBy, tapName } from './tap-origin.ts';

const COLUMNS = ['hook', 'earlier', 'later', 'edge', 'wisher', 'why'];

/** Whether a tap has a wish from configuration, and not from its plugin. */
function isConfigured({ overridden, ...tap }: Tap, wish: 'stage' | 'before' | 'after'): boolean {
  return overridden?.collected !== undefined && tap[wish] !== overridden.collected[wish];
}

/** Who said something of a tap: its plugin, or a setting. */
const sayer = (host: Host, hook: Hook, tap: Tap, wish: 'stage' | 'before' | 'after'): string =>
  isConfigured(tap, wish) ? changedBy(host, hook, tap)! : tapName(tap);

const demandText = (host: Host, hook: Hook, { wisher, word, named }: Demand): string =>
  `${sayer(host, hook, wisher, word)} says ${word}: ${named}`;

function stageText(host: Host, hook: Hook, { earlier, later }: Step): string {
  const sayers = [earlier, later].filter((tap) => isConfigured(tap, 'stage'));
  const by = sayers.map((tap) => `, by ${changedBy(host, hook, tap)}`).join('');
  return `its stage ${later.stage} is above ${earlier.stage}${by}`;
}

/** Why of two taps of one stage one was collected first. */
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
  return step.reason === 'collected' ? collectedText(host, step) : demandText(host, hook, step.reason);
}

/** Why a wish demands nothing, with the name that was perhaps meant. */
function idleText({ generation, plugins }: Host, hook: Hook, { wisher, named }: IdleWish): string {
  if (hook.dropped.some((tap) => tapName(tap) === named || tap.plugin === named)) return 'its tap was dropped';
  const keys = hook.taps.filter((tap) => tap !== wisher).flatMap((tap) => [tapName(tap), tap.plugin]);
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

/** The demands on a tap from others than the one right before it. */
function distant({ steps, demands }: ReturnType<Hook['explain']>, later: Tap): Demand[] {
  const told = steps.map(({ reason }) => reason);
  return demands.filter((demand) => demand.later === later && !told.includes(demand));
}

const kindOf = ({ reason }: Step): string => (typeof reason === 'string' ? reason : reason.word);

function rowsOf(host: Host, hook: Hook): Row[] {
  const order = hook.explain();
  const row = (earlier: Tap | null, later: Tap | null, edge: string, wisher: Tap | null, why: string): Row => ({
    hook: hook.name,
    earlier: earlier && tapName(earlier),
    later: later && tapName(later),
    edge,
    wisher: wisher && tapName(wisher),
    why,
  });
  return [
    ...order.steps.map((step) => {
      const { earlier, later, reason } = step;
      const wisher = typeof reason === 'string' ? null : reason.wisher;
      return row(earlier, later, kindOf(step), wisher, reasonText(host, hook, step));
    }),
    ...order.taps.flatMap((later) =>
      distant(order, later).map((demand) =>
        row(demand.earlier, later, demand.word, demand.wisher, demandText(host, hook, demand)),
      ),
    ),
    ...order.idle.map((wish) =>
      row(
        null,
        null,
        'none',
        wish.wisher,
        `${wish.word}: ${wish.named} demands nothing, ${idleText(host, hook, wish)}`,
      ),
    ),
  ];
}

function linesOf(host: Host, hook: Hook): string[] {
  const order = hook.explain();
  const [first, ...others] = order.taps;
  if (first === undefined) return [`  ${untapped(host.generation.hooks, hook.name)}`];
  const idle = order.idle.map(
    (wish) =>
      `  ${sayer(host, hook, wish.wisher, wish.word)} says ${wish.word}: ${wish.named}, ` +
      `which demands nothing: ${idleText(host, hook, wish)}`,
  );
  return [
    `  1. ${tapName(first)}`,
    ...others.flatMap((tap, position) => [
      `  ${position + 2}. ${tapName(tap)}`,
      `     after ${tapName(order.taps[position]!)}: ${reasonText(host, hook, order.steps[position]!)}`,
      ...distant(order, tap).map((one) => `     after ${tapName(one.earlier)}: ${demandText(host, hook, one)}`),
    ]),
    ...hook.dropped.map((tap) => `  - ${tapName(tap)}: dropped by ${changedBy(host, hook, tap)}`),
    ...idle,
  ];
}

/** `hook explain NAME`: why the taps of a hook stand in this order. */
export const hookExplain = (host: Host): CommandDefinition => ({
  name: 'hook explain',
  summary: 'Say why the taps of a hook stand in this order: whose wish, which stage, or the order of setting up.',
  args: '<name>',
  flags: LIST_FLAGS,
  async run(context) {
    const { hooks: registry } = host.generation;
    const { name, listings, hooks } = namedHook(registry, String(context.args.name));
    const { format, fields } = context.flags;
    if (format !== undefined || fields !== undefined) {
      return printRows(
        context,
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

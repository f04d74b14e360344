import {
  type CommandDefinition,
  CommandError,
  closest,
  type Hook,
  type HookListing,
  type Row,
  type Tap,
} from '../../core/index.ts';
import type { Host } from '../create-host.ts';
import { FORMAT_FLAG, printRows } from './output.ts';

const COLUMNS = ['hook', 'order', 'plugin', 'tap', 'stage', 'before', 'after', 'configuration'];

const tapRow = (hook: string, tap: Tap, order: number | undefined): Row => ({
  hook,
  order,
  plugin: tap.plugin,
  tap: tap.name,
  stage: tap.stage,
  before: tap.before.join(' '),
  after: tap.after.join(' '),
  configuration: order === undefined ? 'dropped' : tap.overridden,
});

const hookRows = ({ name, taps, dropped }: Hook): Row[] => [
  ...taps.map((tap, position) => tapRow(name, tap, position + 1)),
  ...dropped.map((tap) => tapRow(name, tap, undefined)),
];

/** A line for each tap; a hook that nothing taps has a line of its own. */
const rowsOf = ({ name, hooks }: HookListing): Row[] =>
  hooks.length === 0 ? [{ hook: name }] : hooks.flatMap(hookRows);

function tapText({ order, plugin, tap, stage, before, after, configuration }: Row): string {
  const wishes = [
    `stage ${stage}`,
    ...(before === '' ? [] : [`before ${before}`]),
    ...(after === '' ? [] : [`after ${after}`]),
    ...(configuration === undefined ? [] : [`${configuration} by configuration`]),
  ];
  return `  ${order === undefined ? '-' : `${order}.`} ${plugin}${tap === plugin ? '' : `:${tap}`} (${wishes.join(', ')})`;
}

/** A declared hook as text: what it is, then its taps in order. */
function textOf({ name, owner, declaration, hooks }: HookListing): string {
  const { timing, kind, params, meaning } = declaration;
  const head = [`${name}(${params.join(', ')})  ${timing} ${kind} of ${owner}`, `  ${meaning}`];
  const taps = hooks.flatMap((hook) => [
    ...(hook.name === name ? [] : [`  ${hook.name}`]),
    ...hookRows(hook).map(tapText),
  ]);
  return [...head, ...taps].join('\n');
}

/** The listings that a name stands for: a declared name, or a concrete one of a pattern. */
function named(listings: readonly HookListing[], name: string): HookListing[] {
  const declared = listings.filter((listing) => listing.name === name);
  if (declared.length > 0) return declared;
  const concrete = listings.flatMap((listing) => {
    const hooks = listing.hooks.filter((hook) => hook.name === name);
    return hooks.length === 0 ? [] : [{ ...listing, hooks }];
  });
  if (concrete.length > 0) return concrete;
  const known = listings.flatMap((listing) => [listing.name, ...listing.hooks.map((hook) => hook.name)]);
  const nearest = closest(name, known);
  throw new CommandError(`there is no hook "${name}"${nearest === undefined ? '' : `; did you mean "${nearest}"?`}`);
}

/** `hook list [NAME]`: every declared hook, its taps in the order in which they run, and what configuration changed. */
export const hookList = (host: Host): CommandDefinition => ({
  name: 'hook list',
  summary: 'List the hooks with their taps in order, or one hook.',
  args: '[name]',
  flags: FORMAT_FLAG,
  async run(context) {
    const all = host.generation.hooks.list();
    const { name } = context.args;
    const listings = typeof name === 'string' ? named(all, name) : all;
    if (context.flags.format === undefined) for (const listing of listings) context.print(textOf(listing));
    else printRows(context, COLUMNS, listings.flatMap(rowsOf));
  },
});

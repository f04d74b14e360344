import type { Hook, HookListing, HookRegistry, Tap } from '../../core/hooks/index.ts';
import type { CommandDefinition } from '../../core/index.ts';
import { LIST_FLAGS } from '../../core/plugin/index.ts';
import type { Host } from '../create-host.ts';
import { namedHook, signatureOf } from './named-hook.ts';
import type { Row } from './rows.ts';

const COLUMNS = ['hook', 'order', 'plugin', 'tap', 'stage', 'before', 'after', 'configuration'];

const tapRow = (hook: string, tap: Tap, order: number | undefined): Row => ({
  hook,
  order,
  plugin: tap.plugin,
  tap: tap.name,
  stage: tap.stage,
  before: tap.before.join(' '),
  after: tap.after.join(' '),
  configuration: tap.overridden?.how,
});

const hookRows = ({ name, taps, dropped }: Hook): Row[] => [
  ...taps.map((tap, position) => tapRow(name, tap, position + 1)),
  ...dropped.map((tap) => tapRow(name, tap, undefined)),
];

/** A row for each tap, or one row for a hook without taps. */
const rowsOf = ({ name, hooks }: HookListing): Row[] =>
  hooks.length === 0 ? [{ hook: name }] : hooks.flatMap(hookRows);

function tapText({ order, plugin, tap, stage, before, after, configuration }: Row): string {
  const position = [
    `stage ${stage}`,
    ...(before === '' ? [] : [`before ${before}`]),
    ...(after === '' ? [] : [`after ${after}`]),
    ...(configuration === undefined ? [] : [`${configuration} by configuration`]),
  ];
  return `  ${order === undefined ? '-' : `${order}.`} ${plugin}${tap === plugin ? '' : `:${tap}`} (${position.join(', ')})`;
}

/** A declared hook as text: its signature and meaning, then its taps in order. */
function textOf(listing: HookListing): string {
  const { name, declaration, hooks } = listing;
  const head = [signatureOf(listing), `  ${declaration.meaning}`];
  const taps = hooks.flatMap((hook) => [
    ...(hook.name === name ? [] : [`  ${hook.name}`]),
    ...hookRows(hook).map(tapText),
  ]);
  return [...head, ...taps].join('\n');
}

/** The declarations of a name; those of a pattern that a concrete name matches hold only the hook of that name. */
function listingsNamed(registry: HookRegistry, name: string): HookListing[] {
  const { listings, hooks } = namedHook(registry, name);
  return listings.map((listing) => ({
    ...listing,
    hooks: listing.hooks.filter((hook) => hooks.includes(hook)),
  }));
}

/** `hook list [NAME]`: the declared hooks, their taps in order, and what configuration changed. */
export const hookList = (host: Host): CommandDefinition => ({
  name: 'hook list',
  summary: 'List the hooks with their taps in order, or one hook.',
  args: '[name]',
  flags: LIST_FLAGS,
  async run(context) {
    const { hooks: registry } = host.generation;
    const { name } = context.args;
    const listings = typeof name === 'string' ? listingsNamed(registry, name) : registry.list();
    const { format, fields } = context.flags;
    if (format === undefined && fields === undefined) for (const listing of listings) context.print(textOf(listing));
    else context.printRows(COLUMNS, listings.flatMap(rowsOf));
  },
});

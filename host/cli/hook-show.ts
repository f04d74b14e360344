import { closest, listPermissions } from '../../core/base/index.ts';
import type { Hook, HookListing, Tap } from '../../core/hooks/index.ts';
import type { CommandDefinition } from '../../core/index.ts';
import { LIST_FLAGS } from '../../core/plugin/index.ts';
import type { Host } from '../create-host.ts';
import { type NamedHook, namedHook, signatureOf, untapped } from './named-hook.ts';
import type { Row } from './rows.ts';
import { changedBy, codeOf, settingOf, tapName } from './tap-origin.ts';

const COLUMNS = [
  'hook',
  'order',
  'plugin',
  'tap',
  'stage',
  'before',
  'after',
  'timeout',
  'type',
  'pure',
  'code',
  'configuration',
  'setting',
  'collected',
];

/** The options of a tap: `{ stage: 20, before: [], after: ['fields'], timeout: null }`, the timeout in milliseconds. */
const tapOptions = ({ stage, before, after, timeout }: Tap) => ({ stage, before, after, timeout: timeout ?? null });

/** A tap as a row: its options, where its code is, and what configuration changed. */
function tapRow(host: Host, hook: Hook, tap: Tap, order: number | null): Row {
  const { how, collected } = tap.overridden ?? {};
  return {
    hook: hook.name,
    order,
    plugin: tap.plugin,
    tap: tap.name,
    ...tapOptions(tap),
    type: tap.type,
    pure: tap.pure,
    code: codeOf(host, tap) ?? null,
    configuration: how ?? null,
    setting: changedBy(host, hook, tap) ?? null,
    collected: how === 'moved' ? tapOptions(collected!) : null,
  };
}

const tapRows = (host: Host, hook: Hook): Row[] => [
  ...hook.taps.map((tap, position) => tapRow(host, hook, tap, position + 1)),
  ...hook.dropped.map((tap) => tapRow(host, hook, tap, null)),
];

/** A row with its lists as text, for a table. */
const withTexts = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [key, Array.isArray(value) ? value.join(' ') : value]));

/** The overrides that match no tap, each with the nearest key. */
function unmatchedLines(host: Host, hook: Hook): string[] {
  const keys = [...hook.taps, ...hook.dropped].map(tapName);
  return hook.unmatchedOverrides.map((key) => {
    const nearest = closest(key, keys);
    const hint = nearest === undefined ? 'there is no such tap' : `did you mean "${nearest}"?`;
    return `  ${settingOf(host, hook, key)} changes nothing; ${hint}`;
  });
}

function optionsText({ stage, before, after, timeout }: Tap): string {
  const named = [...before.map((name) => `before ${name}`), ...after.map((name) => `after ${name}`)];
  const limit = timeout === undefined ? [] : [timeoutText(timeout)];
  return [`stage ${stage}`, ...named, ...limit].join(', ');
}

const timeoutText = (timeout: number): string => (timeout === 0 ? 'no timeout' : `timeout ${timeout} ms`);

function tapText(host: Host, hook: Hook, tap: Tap, position: number | null): string[] {
  const { how, collected } = tap.overridden ?? {};
  const code = codeOf(host, tap);
  const was = how === 'moved' ? `; its plugin says ${optionsText(collected!)}` : '';
  return [
    `  ${position === null ? '-' : `${position}.`} ${tapName(tap)}${code === undefined ? '' : `  ${code}`}`,
    `     ${optionsText(tap)}${tap.type === 'promise' ? ', promise' : ''}${tap.pure ? ', pure' : ''}${was}`,
    ...(how === undefined ? [] : [`     ${how} by ${changedBy(host, hook, tap)}`]),
  ];
}

function hookText(host: Host, hook: Hook): string[] {
  const { taps, dropped, name } = hook;
  return [
    ...(taps.length + dropped.length === 0 ? [`  ${untapped(host.generation.hooks, name)}`] : []),
    ...taps.flatMap((tap, position) => tapText(host, hook, tap, position + 1)),
    ...dropped.flatMap((tap) => tapText(host, hook, tap, null)),
    ...unmatchedLines(host, hook),
  ];
}

const FAILING = {
  decides: 'decides: a tap that throws fails the request',
  decorates: 'decorates: a tap that throws is skipped',
};

function noteLines(listing: HookListing): string[] {
  const { meaning, section, decides, value, timeout, requiredPermissions } = listing.declaration;
  const notes = [
    FAILING[decides ? 'decides' : 'decorates'],
    ...(value === undefined ? [] : [`the value must be ${value.must}`]),
    ...(timeout === undefined ? [] : [timeoutText(timeout)]),
    ...(requiredPermissions === undefined ? [] : [`needs ${listPermissions(requiredPermissions).join(', ')}`]),
    ...(section === undefined ? [] : [`section ${section}`]),
  ];
  return [signatureOf(listing), `  ${meaning}`, `  ${notes.join('; ')}`];
}

function textOf(host: Host, { name, listings, hooks }: NamedHook): string {
  return [
    ...listings.flatMap(noteLines),
    ...(hooks.length === 0 ? [`  ${untapped(host.generation.hooks, name)}`] : []),
    ...hooks.flatMap((hook) => [
      ...(listings.some((listing) => listing.name === hook.name) ? [] : [hook.name]),
      ...hookText(host, hook),
    ]),
  ].join('\n');
}

const declarationOf = ({ name, owner, declaration }: HookListing) => {
  const {
    kind,
    timing,
    params,
    meaning,
    section = null,
    decides,
    value,
    timeout = null,
    requiredPermissions,
  } = declaration;
  const rules = { decides, value: value?.must ?? null, timeout, needs: listPermissions(requiredPermissions) };
  return { name, owner, kind, timing, params, meaning, section, ...rules };
};

/** A hook as an object, for `--format=json`. */
const objectOf = (host: Host, { name, listings, hooks }: NamedHook): Row => ({
  name,
  declarations: listings.map(declarationOf),
  taps: hooks.flatMap((hook) => tapRows(host, hook)),
  idle_overrides: hooks.flatMap((hook) => hook.unmatchedOverrides.map((key) => settingOf(host, hook, key))),
});

/** `hook show NAME`: a hook's declaration, and the position, the origin and the overrides of each tap. */
export const hookShow = (host: Host): CommandDefinition => ({
  name: 'hook show',
  summary: 'Show a hook: its signature, its taps, and what configuration changed of each.',
  args: '<name>',
  flags: LIST_FLAGS,
  async run(context) {
    const { format, fields } = context.flags;
    const named = namedHook(host.generation.hooks, String(context.args.name));
    if (format === undefined && fields === undefined) return context.print(textOf(host, named));
    if (format === 'json' && fields === undefined) return context.print(JSON.stringify(objectOf(host, named)));
    const rows = named.hooks.flatMap((hook) => tapRows(host, hook));
    context.printRows(COLUMNS, format === 'json' ? rows : rows.map(withTexts));
  },
});

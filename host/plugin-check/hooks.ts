import type { CallExpression, Node } from 'typescript/unstable/ast';
import { HookRegistry, type LocatedPlugin, type PluginDefinition, restHooks } from '../../core/index.ts';
import type { Reading } from './reading.ts';

/** The hooks that there are when plugins run beside one another. */
export interface DeclaredHooks {
  readonly registry: HookRegistry;
  /** What is wrong with a plugin's own declarations, by its name: it declares what another does, and replaces it not. */
  readonly faults: ReadonlyMap<string, string>;
}

/** Gathers the hooks that plugins declare. */
export function declaredHooks(plugins: readonly LocatedPlugin[]): DeclaredHooks {
  const registry = new HookRegistry(() => undefined);
  const faults = new Map<string, string>();
  registry.declare('core', restHooks);
  for (const { definition } of plugins) {
    for (const [name, declaration] of Object.entries(definition.hooks ?? {})) {
      try {
        registry.declare(definition.name, { [name]: declaration });
      } catch (error) {
        if (definition.replaces === undefined) faults.set(definition.name, (error as Error).message);
      }
    }
  }
  return { registry, faults };
}

/** A hook that is asked for by a name in the source. */
export interface AskedHook {
  readonly call: CallExpression;
  readonly method: string;
  readonly name: string;
}

/** Every hook that the source asks for by name, with `filter`, `action` or `has`. */
export function* askedHooks(reading: Reading): Generator<AskedHook> {
  for (const { call, method, type, receiver } of reading.methodCalls(['filter', 'action', 'has'])) {
    const isHooks = type === 'PluginHooks' || (type === undefined && /(?:^|\.)hooks$/.test(receiver.getText()));
    const name = reading.textOf(call.arguments[0]);
    if (isHooks && name !== undefined) yield { call, method, name };
  }
}

/** The whole of a statement's chain: `hooks.filter('x').for('y').tap(…)` for its first call. */
function chainOf(reading: Reading, call: Node): Node {
  const { syntax } = reading.compiled;
  let at = call;
  while (
    (syntax.isPropertyAccessExpression(at.parent) || syntax.isCallExpression(at.parent)) &&
    at.parent.expression === at
  ) {
    at = at.parent;
  }
  return at;
}

/** The plugins that are there when a plugin is: itself, and what it requires, directly or not. */
export function requirementsOf(definition: PluginDefinition, plugins: readonly LocatedPlugin[]): Set<string> {
  const names = new Set(['core', definition.name]);
  const add = (requires: PluginDefinition['requires'] = {}) => {
    for (const name of Object.keys(requires)) {
      if (names.has(name)) continue;
      names.add(name);
      add(plugins.find((plugin) => plugin.definition.name === name)?.definition.requires);
    }
  };
  add(definition.requires);
  return names;
}

/** Finds hooks that nobody declares, that are of the other kind, or whose owner need not be there. */
export function checkHooks(
  reading: Reading,
  definition: PluginDefinition,
  plugins: readonly LocatedPlugin[],
  registry: HookRegistry,
): void {
  const required = requirementsOf(definition, plugins);
  const asked = [...askedHooks(reading)];
  const guarded = new Set(asked.filter(({ method }) => method === 'has').map(({ name }) => name));
  for (const { call, method, name } of asked) {
    const [argument] = call.arguments;
    if (!registry.has(name)) {
      if (method === 'has') continue;
      const message = lineFor(registry, name);
      reading.answer(chainOf(reading, call));
      reading.report(argument!, 'error', 'unknown-hook', message);
      continue;
    }
    if (method === 'has') continue;
    const { kind } = registry.get(name).declaration;
    if (kind !== method) {
      reading.answer(chainOf(reading, call));
      const message = `hook "${name}" is ${kind === 'action' ? 'an action' : 'a filter'}; ask for it with ${kind}()`;
      reading.report(argument!, 'error', 'hook-kind', message);
    }
    const owners = registry.listingsOf(name).map((listing) => listing.owner);
    if (guarded.has(name) || owners.some((owner) => required.has(owner))) continue;
    const owner = owners.join('" or "');
    const message = `hook "${name}" is of plugin "${owner}", which need not be there; add it to requires, or ask hooks.has('${name}') first`;
    reading.report(argument!, 'warning', 'hook-owner', message);
  }
}

function lineFor(registry: HookRegistry, name: string): string {
  try {
    registry.get(name);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

import type { CallExpression, Node } from 'typescript/unstable/ast';
import { HookRegistry } from '../../core/hooks/index.ts';
import type { PluginDefinition } from '../../core/index.ts';
import type { LocatedPlugin } from '../../core/plugin/index.ts';
import { restHooks } from '../../core/rest/index.ts';
import { listingsOf } from '../hook-listings.ts';
import { hostHooks } from '../hooks.ts';
import type { PluginSource } from './plugin-source.ts';

/** The hooks that plugins declare together. */
export interface DeclaredHooks {
  readonly registry: HookRegistry;
  /** The errors of plugins, by name, that declare a hook of another plugin without replacing that plugin. */
  readonly faults: ReadonlyMap<string, string>;
}

/** Declares the hooks of plugins in a registry. */
export function declaredHooks(plugins: readonly LocatedPlugin[]): DeclaredHooks {
  const registry = new HookRegistry({ onFailure: () => undefined });
  const faults = new Map<string, string>();
  registry.declare('core', restHooks);
  registry.declare('core', hostHooks);
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

/** A call in the source that names a hook. */
export interface HookCall {
  readonly call: CallExpression;
  readonly method: string;
  readonly name: string;
}

/** The calls of `filter`, `action` and `has` in the source that name a hook. */
export function* hookCalls(source: PluginSource): Generator<HookCall> {
  for (const { call, method, type, receiver } of source.methodCalls(['filter', 'action', 'has'])) {
    const isHooks = type === 'PluginHooks' || (type === undefined && /(?:^|\.)hooks$/.test(receiver.getText()));
    const name = source.textOf(call.arguments[0]);
    if (isHooks && name !== undefined) yield { call, method, name };
  }
}

/** The whole chain of calls that begins with a call: `hooks.filter('x').for('y').tap(…)`. */
function chainOf(source: PluginSource, call: Node): Node {
  const { syntax } = source.compiled;
  let at = call;
  while (
    (syntax.isPropertyAccessExpression(at.parent) || syntax.isCallExpression(at.parent)) &&
    at.parent.expression === at
  ) {
    at = at.parent;
  }
  return at;
}

/** The names of a plugin, of core, and of the plugins that it requires, directly or indirectly. */
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

/** Reports hooks that no plugin declares, that are of the other kind, or whose plugin is not required. */
export function checkHooks(
  source: PluginSource,
  definition: PluginDefinition,
  plugins: readonly LocatedPlugin[],
  registry: HookRegistry,
): void {
  const required = requirementsOf(definition, plugins);
  const calls = [...hookCalls(source)];
  const guarded = new Set(calls.filter(({ method }) => method === 'has').map(({ name }) => name));
  for (const { call, method, name } of calls) {
    const [argument] = call.arguments;
    if (!registry.has(name)) {
      if (method === 'has') continue;
      const message = lineFor(registry, name);
      source.explain(chainOf(source, call));
      source.report(argument!, 'error', 'unknown-hook', message);
      continue;
    }
    if (method === 'has') continue;
    const { kind } = registry.get(name).declaration;
    if (kind !== method) {
      source.explain(chainOf(source, call));
      const message = `hook "${name}" is ${kind === 'action' ? 'an action' : 'a filter'}; ask for it with ${kind}()`;
      source.report(argument!, 'error', 'hook-kind', message);
    }
    const owners = listingsOf(registry, name).map((listing) => listing.owner);
    if (guarded.has(name) || owners.some((owner) => required.has(owner))) continue;
    const owner = owners.join('" or "');
    const message = `hook "${name}" is of plugin "${owner}", which need not be there; add it to requires, or ask hooks.has('${name}') first`;
    source.report(argument!, 'warning', 'hook-owner', message);
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

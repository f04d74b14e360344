import type { Generation } from '../../core/generation.ts';
import { type LocatedPlugin, namesOf } from '../../core/plugin/index.ts';

/** A plugin, or `core` or `host`, which declare hooks and provide services as plugins do. */
export interface GraphNode {
  readonly name: string;
  readonly version?: string;
  /** Its position in the order of setting up, from 1. */
  readonly position?: number;
  readonly early?: boolean;
  /** The services that it provides. */
  readonly provides: readonly string[];
}

/** A dependency of `from` on `to`; there is one edge for each pair and kind. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** `requires` and `after` say which is set up first; `uses` is about services, and `taps` about hooks. */
  readonly kind: 'requires' | 'after' | 'uses' | 'taps';
  /** The range of versions, the services or the hooks; empty for `after`. */
  readonly what: readonly string[];
}

/** The dependencies between the plugins of a generation. */
export interface PluginGraph {
  /** The plugins in the order of setting up, then `core` and `host`. */
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** The requirements of a plugin among the plugins that run; a replaced plugin is named by its replacement. */
function* requirements(
  { definition }: LocatedPlugin,
  nameOf: (name: string) => string | undefined,
): Generator<GraphEdge> {
  const { name: from, requires = {}, after = [] } = definition;
  for (const [name, range] of Object.entries(requires)) {
    const to = nameOf(name);
    if (to !== undefined) yield { from, to, kind: 'requires', what: [range] };
  }
  for (const name of after) {
    const to = nameOf(name);
    if (to !== undefined && !Object.hasOwn(requires, name)) yield { from, to, kind: 'after', what: [] };
  }
}

function* uses({ services }: Generation): Generator<GraphEdge> {
  for (const { name, owner, users } of services.list()) {
    if (owner === undefined) continue;
    for (const from of users) if (from !== owner) yield { from, to: owner, kind: 'uses', what: [name] };
  }
}

function* taps({ hooks }: Generation, isPlugin: (name: string) => boolean): Generator<GraphEdge> {
  for (const listing of hooks.list()) {
    for (const hook of listing.hooks) {
      for (const { plugin } of hook.taps) {
        if (plugin === listing.owner || !isPlugin(plugin)) continue;
        yield { from: plugin, to: listing.owner, kind: 'taps', what: [hook.name] };
      }
    }
  }
}

/** Merges the edges of the same pair and kind. */
function merged(edges: Iterable<GraphEdge>): GraphEdge[] {
  const byKey = new Map<string, GraphEdge>();
  for (const edge of edges) {
    const key = `${edge.from} ${edge.to} ${edge.kind}`;
    const what = [...new Set([...(byKey.get(key)?.what ?? []), ...edge.what])];
    byKey.set(key, { ...edge, what });
  }
  return [...byKey.values()];
}

/** The graph of a generation's plugins; `withHooks` adds the hooks that they tap of one another. */
export function graphOf(generation: Generation, withHooks: boolean): PluginGraph {
  const { plugins, services } = generation;
  const names = plugins.map(({ definition }) => definition.name);
  const nameOf = (name: string) =>
    plugins.find(({ definition }) => namesOf(definition).includes(name))?.definition.name;
  const isPlugin = (name: string) => names.includes(name);
  const edges = merged([
    ...plugins.flatMap((plugin) => [...requirements(plugin, nameOf)]),
    ...uses(generation),
    ...(withHooks ? taps(generation, isPlugin) : []),
  ]);
  const provides = (name: string) => services.list().flatMap((one) => (one.owner === name ? [one.name] : []));
  const others = [...new Set(edges.map(({ to }) => to))].filter((name) => !isPlugin(name)).sort();
  const nodes = [
    ...plugins.map(({ definition }, at): GraphNode => {
      const { name, version, early = false } = definition;
      return { name, version, position: at + 1, early, provides: provides(name) };
    }),
    ...others.map((name): GraphNode => ({ name, provides: provides(name) })),
  ];
  return { nodes, edges };
}

/** The part of a graph around a plugin: its edges, and the nodes at their ends. */
export function around({ nodes, edges }: PluginGraph, name: string): PluginGraph {
  const near = edges.filter(({ from, to }) => from === name || to === name);
  const names = new Set([name, ...near.flatMap(({ from, to }) => [from, to])]);
  return { nodes: nodes.filter((node) => names.has(node.name)), edges: near };
}

import { type Generation, type LocatedPlugin, namesOf } from '../../core/index.ts';

/** A plugin, or `core` and `host`, which fire hooks and give services as plugins do. */
export interface GraphNode {
  readonly name: string;
  readonly version?: string;
  /** Where it stands in the order of setting up, from 1. */
  readonly position?: number;
  readonly early?: boolean;
  /** The services that it gives. */
  readonly provides: readonly string[];
}

/** That one needs another: an edge for each pair and kind, with what it is about. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** `requires` and `after` order the setting up; `uses` a service of the other; `taps` hooks that the other fires. */
  readonly kind: 'requires' | 'after' | 'uses' | 'taps';
  /** The range of versions, the services, or the hooks; nothing for `after`. */
  readonly what: readonly string[];
}

/** Who needs whom in a generation. */
export interface PluginGraph {
  /** In the order of setting up, then what is no plugin. */
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** What a plugin says of others, as far as these are there: by the name of whoever stands for them. */
function* wishes({ definition }: LocatedPlugin, nameOf: (name: string) => string | undefined): Generator<GraphEdge> {
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

/** One edge for all of a pair and kind. */
function merged(edges: Iterable<GraphEdge>): GraphEdge[] {
  const byKey = new Map<string, GraphEdge>();
  for (const edge of edges) {
    const key = `${edge.from} ${edge.to} ${edge.kind}`;
    const what = [...new Set([...(byKey.get(key)?.what ?? []), ...edge.what])];
    byKey.set(key, { ...edge, what });
  }
  return [...byKey.values()];
}

/** The graph of a generation's plugins; with the hooks that they tap of one another, if wanted. */
export function graphOf(generation: Generation, withHooks: boolean): PluginGraph {
  const { plugins, services } = generation;
  const names = plugins.map(({ definition }) => definition.name);
  const nameOf = (name: string) =>
    plugins.find(({ definition }) => namesOf(definition).includes(name))?.definition.name;
  const isPlugin = (name: string) => names.includes(name);
  const edges = merged([
    ...plugins.flatMap((plugin) => [...wishes(plugin, nameOf)]),
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

/** What of a graph has to do with one of its plugins: its edges, and who is at their ends. */
export function around({ nodes, edges }: PluginGraph, name: string): PluginGraph {
  const near = edges.filter(({ from, to }) => from === name || to === name);
  const names = new Set([name, ...near.flatMap(({ from, to }) => [from, to])]);
  return { nodes: nodes.filter((node) => names.has(node.name)), edges: near };
}

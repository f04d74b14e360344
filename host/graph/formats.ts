import type { GraphEdge, GraphNode, PluginGraph } from './graph.ts';

const KINDS = ['requires', 'after', 'uses', 'taps'] as const;

const label = ({ kind, what }: GraphEdge): string => [kind, what.join(', ')].join(' ').trim();

const head = ({ name, version, position, early }: GraphNode): string =>
  [position === undefined ? '-' : `${position}.`, name, version, early ? '(early)' : ''].filter(Boolean).join(' ');

/** For each plugin, in the order of setting up, its dependencies and the plugins that require it. */
function text({ nodes, edges }: PluginGraph): string {
  const line = (word: string, words: readonly string[]) =>
    words.length === 0 ? [] : [`     ${word.padEnd(12)} ${words.join(', ')}`];
  const blocks = nodes.flatMap((node) => {
    const [own, others] = [edges.filter(({ from }) => from === node.name), edges.filter(({ to }) => to === node.name)];
    const dependencies = KINDS.flatMap((kind) => {
      const ends = own.filter((edge) => edge.kind === kind);
      return line(
        kind,
        ends.map(({ to, what }) => (what.length === 0 ? to : `${to} (${what.join(', ')})`)),
      );
    });
    const users = others.filter(({ kind }) => kind === 'requires').map(({ from }) => from);
    return [head(node), ...dependencies, ...line('provides', node.provides), ...line('required by', users)];
  });
  return blocks.join('\n');
}

const DOT_STYLES: Record<GraphEdge['kind'], string> = {
  requires: 'solid',
  after: 'dashed',
  uses: 'bold',
  taps: 'dotted',
};

/** A graph for Graphviz. */
function dot({ nodes, edges }: PluginGraph): string {
  const quoted = (words: string) => `"${words.replace(/[\\"]/g, '\\$&')}"`;
  return [
    'digraph plugins {',
    '  rankdir=LR;',
    '  node [shape=box];',
    ...nodes.map(({ name, version }) => `  ${quoted(name)} [label=${quoted([name, version].join(' ').trim())}];`),
    ...edges.map(
      (edge) =>
        `  ${quoted(edge.from)} -> ${quoted(edge.to)} [label=${quoted(label(edge))}, style=${DOT_STYLES[edge.kind]}];`,
    ),
    '}',
  ].join('\n');
}

const ARROWS: Record<GraphEdge['kind'], string> = { requires: '-->', after: '-.->', uses: '==>', taps: '-.->' };

/** A flowchart for Mermaid. */
function mermaid({ nodes, edges }: PluginGraph): string {
  const quoted = (words: string) => `"${words.replaceAll('"', '#quot;')}"`;
  const idOf = (name: string) => `p${nodes.findIndex((node) => node.name === name)}`;
  return [
    'flowchart LR',
    ...nodes.map(({ name, version }) => `  ${idOf(name)}[${quoted([name, version].join(' ').trim())}]`),
    ...edges.map((edge) => `  ${idOf(edge.from)} ${ARROWS[edge.kind]}|${quoted(label(edge))}| ${idOf(edge.to)}`),
  ].join('\n');
}

/** The output formats of a graph. */
export const GRAPH_FORMATS: ReadonlyMap<string, (graph: PluginGraph) => string> = new Map([
  ['text', text],
  ['dot', dot],
  ['mermaid', mermaid],
  ['json', (graph: PluginGraph) => JSON.stringify(graph)],
]);

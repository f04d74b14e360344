import { closest } from '../../core/base/index.ts';
import { type CommandDefinition, CommandError } from '../../core/index.ts';
import type { Host } from '../create-host.ts';
import { GRAPH_FORMATS } from '../graph/formats.ts';
import { around, graphOf } from '../graph/graph.ts';

/** `plugin graph [NAME]`: the dependencies of plugins: requirements, order of setting up, services and hooks. */
export const pluginGraph = (host: Host): CommandDefinition => ({
  name: 'plugin graph',
  summary: 'Show which plugin needs which, in the order of setting up; or one with its neighbours.',
  args: '[name]',
  flags: {
    '--format <format>': `How the graph is written: ${[...GRAPH_FORMATS.keys()].join(', ')} (text).`,
    '--hooks': 'Also the hooks that plugins tap of one another.',
  },
  async run({ args: { name }, flags: { format = 'text', hooks }, print }) {
    const write = GRAPH_FORMATS.get(String(format));
    if (write === undefined) {
      throw new CommandError(`there is no format "${format}"; choose one of ${[...GRAPH_FORMATS.keys()].join(', ')}`);
    }
    const graph = graphOf(host.generation, hooks === true);
    if (typeof name !== 'string') return print(write(graph));
    const names = graph.nodes.map((node) => node.name);
    if (names.includes(name)) return print(write(around(graph, name)));
    const nearest = closest(name, names);
    const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
    throw new CommandError(`no plugin "${name}" runs${hint}`);
  },
});

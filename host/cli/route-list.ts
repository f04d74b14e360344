import { closest } from '../../core/base/index.ts';
import { type CommandDefinition, CommandError, type Route } from '../../core/index.ts';
import { LIST_FLAGS } from '../../core/plugin/index.ts';
import type { Host } from '../create-host.ts';
import type { Row } from './rows.ts';

const COLUMNS = ['route', 'methods', 'namespace', 'plugin'];
const MORE_COLUMNS = ['args', 'required', 'guarded'];

const unique = (values: readonly (string | undefined)[]): string[] => [
  ...new Set(values.filter((value) => value !== undefined)),
];

function rowOf({ pattern, namespace, endpoints }: Route): Row {
  const args = endpoints.flatMap((endpoint) => Object.entries(endpoint.args));
  const names = (entries: typeof args) => unique(entries.map(([name]) => name)).join(', ');
  return {
    route: pattern,
    methods: unique(endpoints.flatMap(({ methods }) => methods)).join(', '),
    namespace,
    plugin: unique(endpoints.map(({ plugin }) => plugin)).join(', '),
    args: names(args),
    required: names(args.filter(([, { required }]) => required === true)),
    guarded: endpoints.every((endpoint) => endpoint.permission_callback !== undefined),
  };
}

/** The routes that have the value of a flag; throws a `CommandError` with the nearest value if there are none. */
function filtered(
  routes: readonly Route[],
  flag: string,
  value: unknown,
  valuesOf: (route: Route) => string[],
): Route[] {
  if (typeof value !== 'string') return [...routes];
  const found = routes.filter((route) => valuesOf(route).includes(value));
  if (found.length > 0) return found;
  const nearest = closest(value, unique(routes.flatMap(valuesOf)));
  throw new CommandError(
    `no route has the ${flag} "${value}"${nearest === undefined ? '' : `; did you mean "${nearest}"?`}`,
  );
}

/** `route list`: all routes with their methods and plugins, in order of registration. */
export const routeList = (host: Host): CommandDefinition => ({
  name: 'route list',
  summary: 'List the routes of the interface with their methods and plugins.',
  flags: {
    ...LIST_FLAGS,
    '--fields <fields>': `The fields to print, separated by commas; beside those of the list ${MORE_COLUMNS.join(', ')}.`,
    '--namespace <namespace>': 'Only those of a namespace.',
    '--plugin <plugin>': 'Only those of a plugin.',
    '--method <method>': 'Only those that answer a method.',
  },
  async run(context) {
    const { namespace, plugin, method } = context.flags;
    let routes = [...host.generation.server.routes.values()];
    routes = filtered(routes, 'namespace', namespace, (route) => [route.namespace]);
    routes = filtered(routes, 'plugin', plugin, ({ endpoints }) => unique(endpoints.map((one) => one.plugin)));
    const upper = typeof method === 'string' ? method.toUpperCase() : undefined;
    routes = filtered(routes, 'method', upper, ({ endpoints }) => endpoints.flatMap(({ methods }) => methods));
    context.printRows(COLUMNS, routes.map(rowOf), MORE_COLUMNS);
  },
});

import type { CommandDefinition } from '../../core/index.ts';
import type { Host } from '../create-host.ts';
import { LIST_FLAGS, printRows } from './output.ts';

/** `route list`: every route with its methods, in order of registration. */
export const routeList = (host: Host): CommandDefinition => ({
  name: 'route list',
  summary: 'List the routes of the interface with their methods.',
  flags: LIST_FLAGS,
  async run(context) {
    const rows = [...host.generation.server.routes.values()].map(({ pattern, namespace, endpoints }) => ({
      route: pattern,
      methods: [...new Set(endpoints.flatMap(({ methods }) => methods))].join(', '),
      namespace,
    }));
    printRows(context, ['route', 'methods', 'namespace'], rows);
  },
});

import { defaulted, integer, min, object } from 'superstruct';
import { definePlugin, type Endpoint } from '../../core/index.ts';
import { type ArgumentLimits, limitArgument } from './limit-argument.ts';

export { describedArgument } from './limit-argument.ts';

/** Behind the taps of others, so that what these add is limited too. */
const LAST = 1000;

const most = (value: number) => defaulted(min(integer(), 1), value);

/** How much the arguments of a request may hold. */
export default definePlugin({
  name: 'argument-limits',
  version: '0.1.0',
  description: 'Limits the members of lists and the characters of texts in arguments that declare no limit.',
  group: 'framework',
  cacheable: true,
  capabilities: ['routes:*'],
  options: object({
    /** The most members of a list. */
    items: most(1000),
    /** The most characters of a text by which something is asked for. */
    read_characters: most(2000),
    /** The most characters of a text that is written. */
    written_characters: most(65_536),
    /** The most characters of a content that is written. */
    content_characters: most(4 * 2 ** 20),
  }),
  setup({ hooks }, { items, read_characters, written_characters, content_characters }) {
    const reading: ArgumentLimits = { items, characters: read_characters, content: read_characters };
    const writing: ArgumentLimits = { items, characters: written_characters, content: content_characters };
    hooks
      .filter('rest_endpoints')
      .tap({ name: 'argument-limits', stage: LAST }, (routes) =>
        mapValues(routes, (route) => ({ ...route, endpoints: route.endpoints.map(limitEndpoint) })),
      );

    function limitEndpoint(endpoint: Endpoint): Endpoint {
      const limits = endpoint.methods.every(isReading) ? reading : writing;
      const args = mapValues(endpoint.args, (argument, name) => limitArgument(name, argument, limits));
      return { ...endpoint, args };
    }
  },
});

const isReading = (method: string): boolean => method === 'GET' || method === 'HEAD';

const mapValues = <T>(map: Readonly<Record<string, T>>, change: (value: T, name: string) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value, name)]));

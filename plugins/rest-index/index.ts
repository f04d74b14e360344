import { defaulted, number, object, string } from 'superstruct';
import {
  definePlugin,
  type EndpointArguments,
  type PluginHost,
  type RestRequest,
  RestResponse,
  type RestServer,
  serviceToken,
} from '../../core/index.ts';
import { parseList } from '../../core/schema/index.ts';
import type { Options as OptionsService } from '../options/index.ts';
import { indexErrors } from './errors.ts';
import { restIndexHooks } from './hooks.ts';
import { RouteData } from './route-data.ts';
import { addSiteImages, frontPageData, type SiteDefaults, siteData } from './site-data.ts';

export { describeRoute } from './describe-route.ts';

/** Where people read about the interface. */
const HELP = 'https://developer.wordpress.org/rest-api/';

// By name, so that a host without the plugin has an index too.
const Options = serviceToken<OptionsService>('options');

const CONTEXT: EndpointArguments = { context: { default: 'view' } };

/** The index of the interface at its root, and one for each namespace (4.2). */
export default definePlugin<SiteDefaults>({
  name: 'rest-index',
  version: '0.1.0',
  description: 'Lists the site, the namespaces and the routes at the root of the interface.',
  group: 'framework',
  cacheable: true,
  after: ['argument-limits', 'options'],
  capabilities: ['options:read', 'routes:*'],
  hooks: restIndexHooks,
  options: object({
    name: defaulted(string(), 'Tappet'),
    description: defaulted(string(), ''),
    gmt_offset: defaulted(number(), 0),
    timezone_string: defaulted(string(), 'UTC'),
  }),
  setup(host, defaults) {
    // Last, when the namespaces of all other plugins are known.
    host.hooks.action('rest_api_init').tap({ stage: 1000 }, (server) => registerIndexes(server, host, defaults));
  },
});

function registerIndexes(server: RestServer, host: PluginHost, defaults: SiteDefaults): void {
  const { hooks, site } = host;
  const options = host.find(Options);
  const routes = new RouteData(server, host.hooks);
  const authentication = hooks.filter('rest_index_authentication');
  const adjust = hooks.filter('rest_index');

  const index = async (request: RestRequest) => {
    const requested = request.getParam('_fields');
    const data: Record<string, unknown> = {
      ...siteData(site.home, defaults, options),
      ...(requested === null ? {} : frontPageData(parseList(requested), options)),
      namespaces: server.namespaces,
      authentication: authentication.call({}, request),
    };
    routes.addTo(data, request);
    const response = new RestResponse(data);
    response.addLink('help', HELP);
    addSiteImages(response, options, server, request.context);
    return withoutEmptySchemes(await adjust.promise(response, request));
  };

  const namespaceIndex = async (request: RestRequest) => {
    const namespace = request.getParam('namespace') as string;
    if (!server.namespaces.includes(namespace)) throw indexErrors.rest_invalid_namespace();
    const data: Record<string, unknown> = { namespace };
    routes.addTo(data, request, namespace);
    const response = new RestResponse(data);
    response.addLink('up', server.restUrl('/', request.context));
    return hooks.filter('rest_namespace_index').promise(response, request);
  };

  const forAll = { methods: 'GET', permission_callback: () => true };
  server.registerPattern('/', '', { ...forAll, callback: index, args: CONTEXT });
  for (const namespace of server.namespaces) {
    const validate_callback = (value: unknown) => typeof value === 'string';
    const args = { namespace: { default: namespace, validate_callback }, ...CONTEXT };
    server.registerPattern(`/${namespace}`, namespace, { ...forAll, callback: namespaceIndex, args });
  }
}

/** A site without schemes of authentication says so by an empty list. */
function withoutEmptySchemes(response: RestResponse): RestResponse {
  const data = response.data as { authentication?: object };
  if (data.authentication !== undefined && Object.keys(data.authentication).length === 0) data.authentication = [];
  return response;
}

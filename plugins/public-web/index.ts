import { array, defaulted, integer, min, object, string } from 'superstruct';
import { definePlugin } from '../../core/index.ts';
import { createPublicWeb, PublicWeb } from './public-web.ts';

export { ForeignFailure, ForeignJson } from './foreign-json.ts';
export {
  type Download,
  type DownloadRequest,
  PublicWeb,
  type WebAnswer,
  WebRefusal,
  type WebRequest,
} from './public-web.ts';
export { foreign } from './texts.ts';
export { webAddress } from './web-address.ts';

/** Access to the public web, for plugins that show content of other sites. */
export default definePlugin({
  name: 'public-web',
  version: '0.1.0',
  description: 'Sends requests to sites of the public network, and to none of the network that the host is in.',
  group: 'framework',
  cacheable: true,
  capabilities: ['network'],
  options: object({
    /** Hosts with ports that requests may go to although they are not public. */
    alsoHosts: defaulted(array(string()), []),
    /** How long an answer may take, redirects included, in milliseconds. */
    timeout: defaulted(min(integer(), 1), 8000),
  }),
  setup({ provide }, settings) {
    provide(PublicWeb, createPublicWeb(settings));
  },
});

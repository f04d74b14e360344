import { array, defaulted, integer, min, object, string } from 'superstruct';
import { definePlugin } from '../../core/index.ts';
import { createPublicWeb, PublicWeb } from './public-web.ts';

export { type Download, type DownloadWish, PublicWeb, type WebAnswer, type WebWish } from './public-web.ts';

/** The public web, for plugins that show what other sites have. */
export default definePlugin({
  name: 'public-web',
  version: '0.1.0',
  description: 'Asks sites of the public network, and nothing of the network that the host is in.',
  cacheable: true,
  capabilities: ['network'],
  options: object({
    /** Hosts with ports that may be asked although they are not public. */
    alsoHosts: defaulted(array(string()), []),
    /** How long an answer may take, redirects included, in milliseconds. */
    timeout: defaulted(min(integer(), 1), 8000),
  }),
  setup({ provide }, settings) {
    provide(PublicWeb, createPublicWeb(settings));
  },
});

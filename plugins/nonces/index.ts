import { definePlugin, serviceToken } from '../../core/index.ts';
import { AuthKeys } from '../auth-keys/index.ts';
import { SiteClock } from '../options/index.ts';
import { NonceFormat, OwnNonceFormat } from './format.ts';
import { Nonces as NonceService } from './nonces.ts';

export { NonceFormat, type NonceHolder } from './format.ts';
export type { NonceAge } from './nonces.ts';

/** The service that makes and checks nonces. */
export type Nonces = NonceService;

/** The token of the nonce service. */
export const Nonces = serviceToken('nonces', { requiredPermissions: 'authentication' });

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    nonces: Nonces;
  }
}

export default definePlugin({
  name: 'nonces',
  version: '0.1.0',
  description: 'Makes and checks nonces bound to user, session and action, valid for 12 to 24 hours.',
  group: 'identity',
  cacheable: true,
  requires: { 'auth-keys': '^0.1.0', options: '^0.1.0' },
  after: ['wordpress-login'],
  capabilities: ['authentication'],
  setup(host) {
    const format = host.find(NonceFormat) ?? new OwnNonceFormat(host.use(AuthKeys));
    host.provide(Nonces, new NonceService(format, host.use(SiteClock)));
  },
});

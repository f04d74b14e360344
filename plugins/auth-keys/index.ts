import { createHmac, randomBytes } from 'node:crypto';
import { definePlugin, serviceToken } from '../../core/index.ts';
import { ReservedOptions } from '../options/index.ts';

/** Signs values that the site hands out and has to recognise later: cookies, nonces. It never hands out the secret. */
export interface AuthKeys {
  /** The HMAC-SHA-256 of a text under the key of a purpose, in 64 hexadecimal digits. */
  sign(purpose: string, text: string): string;
}

/** The token of the signing service. */
export const AuthKeys = serviceToken('auth-keys', { requiredPermissions: 'authentication' });

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'auth-keys': AuthKeys;
  }
}

/** The option that holds the secret: 64 random bytes in hexadecimal digits. */
const OPTION = 'tappet_auth_keys';
const SECRET = /^[0-9a-f]{128}$/;

export default definePlugin({
  name: 'auth-keys',
  version: '0.1.0',
  description: 'Keeps the secret that signs cookies and nonces, made at the first start.',
  group: 'identity',
  cacheable: true,
  requires: { options: '^0.1.0' },
  capabilities: ['authentication'],
  async setup(host) {
    const options = host.use(ReservedOptions);
    if (!SECRET.test(String(options.get(OPTION, '')))) await options.set(OPTION, randomBytes(64).toString('hex'));
    let secret = String(options.get(OPTION));
    const keys = new Map<string, Buffer>();
    const keyOf = (purpose: string): Buffer => {
      // Another process may have made its secret at the same time; the stored one holds for both.
      const stored = String(options.get(OPTION, ''));
      if (stored !== secret && SECRET.test(stored)) {
        secret = stored;
        keys.clear();
      }
      const key = keys.get(purpose) ?? createHmac('sha256', Buffer.from(secret, 'hex')).update(purpose).digest();
      keys.set(purpose, key);
      return key;
    };
    host.provide(AuthKeys, {
      sign: (purpose, text) => createHmac('sha256', keyOf(purpose)).update(text).digest('hex'),
    });
  },
});

import { definePlugin } from '../../core/index.ts';
import { SharedKeys } from '../auth-keys/index.ts';
import { Database } from '../database/index.ts';
import { NonceFormat } from '../nonces/index.ts';
import { ReservedOptions } from '../options/index.ts';
import { SharedHashes } from '../passwords/index.ts';
import { SessionFormat } from '../sessions/index.ts';
import { Addresses } from './addresses.ts';
import { WordPressNonceFormat } from './nonce-format.ts';
import { SALT_OPTIONS, Salts } from './salts.ts';
import { WordPressSessionFormat } from './session-format.ts';
import { isSince, wordPressVersion } from './version.ts';

export { wordPressVersion } from './version.ts';

/** The release with which hashes of passwords and secrets became others. */
const OTHER_HASHES = '6.8';

/** What instances of widgets are signed for, which clients may hand to either side. */
const WIDGET = 'widget';

const EARLY_HASHES: SharedHashes = { passwords: 'phpass', secrets: 'password' };

export default definePlugin({
  name: 'wordpress-login',
  version: '0.1.0',
  description: 'Shares logins, nonces and hashes of passwords with the WordPress whose site is served.',
  group: 'identity',
  cacheable: true,
  requires: { database: '^0.1.0', options: '^0.1.0' },
  capabilities: ['authentication', 'database', 'files'],
  async setup(host) {
    const { wordpress } = host.site;
    if (wordpress === undefined) {
      // Every release reads the hashes of the early ones; which one this is, is not known.
      if (host.use(Database).isGuest) host.provide(SharedHashes, EARLY_HASHES);
      return;
    }
    const options = host.use(ReservedOptions);
    await options.load(SALT_OPTIONS);
    const salts = new Salts(wordpress, options);
    if (wordpress.writes) await salts.complete();
    const hasOtherHashes = isSince(wordPressVersion(wordpress.path), OTHER_HASHES);
    host.provide(SessionFormat, new WordPressSessionFormat(salts, new Addresses(wordpress, options), hasOtherHashes));
    host.provide(NonceFormat, new WordPressNonceFormat(salts));
    host.provide(SharedKeys, {
      name: 'the configuration of WordPress',
      secret: salts.own(),
      sign: (purpose, text) => (purpose === WIDGET ? salts.hash(text, 'auth') : undefined),
    });
    host.provide(SharedHashes, hasOtherHashes ? { passwords: 'bcrypt', secrets: 'generic' } : EARLY_HASHES);
  },
});

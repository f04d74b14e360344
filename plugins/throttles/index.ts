import { defaulted, integer, min, object } from 'superstruct';
import { definePlugin, serviceToken } from '../../core/index.ts';
import { OwnDatabase } from '../database/index.ts';
import { SiteClock } from '../options/index.ts';
import { Attempts, migrations } from './attempts.ts';
import { Throttles as ThrottleService } from './throttles.ts';

export { TooManyAttemptsError } from './errors.ts';
export { networkOf } from './network.ts';
export type { Subject } from './throttles.ts';

/** The service that counts failed attempts at passwords and refuses further ones. */
export type Throttles = ThrottleService;

/** The token of the service. */
export const Throttles = serviceToken('throttles', { requiredPermissions: 'authentication' });

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    throttles: Throttles;
  }
}

const count = (standard: number) => defaulted(min(integer(), 1), standard);

export default definePlugin({
  name: 'throttles',
  version: '0.1.0',
  description: 'Counts failed attempts at passwords by account, by address and in all, and refuses further ones.',
  group: 'identity',
  cacheable: true,
  requires: { database: '^0.1.0', options: '^0.1.0' },
  capabilities: ['database'],
  options: object({
    /** How many attempts may fail at one account from one address … */
    attempts: count(10),
    /** … at one account from all addresses that it is not known at … */
    account: count(100),
    /** … from one address, of IPv6 one network of 64 bits … */
    address: count(50),
    /** … and in all … */
    all: count(1000),
    /** … within how many seconds. */
    seconds: count(600),
  }),
  async setup(host, limits) {
    const database = host.use(OwnDatabase);
    await database.migrate('throttles', migrations);
    database.ownTables('tappet_attempts');
    host.provide(Throttles, new ThrottleService(limits, new Attempts(database), host.use(SiteClock)));
  },
});

import { defaulted, integer, max, min, object } from 'superstruct';
import { definePlugin, RESOURCE_ROUTES } from '../../core/index.ts';
import { Actors } from '../actors/index.ts';
import { OwnDatabase } from '../database/index.ts';
import { SiteClock } from '../options/index.ts';
import { UserStore } from '../users/index.ts';
import { AuditLog } from './audit-log.ts';
import { addCommands } from './commands.ts';
import { AuditLogController } from './controller.ts';
import { AuditEntries } from './entries.ts';
import { recordEvents } from './events.ts';
import { migrations } from './table.ts';

/** How often entries are removed whose time is over, in milliseconds. */
const CLEAN_UP = 600_000;

export default definePlugin({
  name: 'audit-log',
  version: '0.1.0',
  description: 'Records who did what to users, settings, plugins and content, and lists it for administrators.',
  group: 'operations',
  cacheable: true,
  requires: { actors: '^0.1.0', database: '^0.1.0', options: '^0.1.0', roles: '^0.1.0', users: '^0.1.0' },
  after: ['application-passwords', 'comments', 'pagination', 'password-reset', 'posts', 'sessions', 'terms'],
  capabilities: [
    'authentication',
    'content:read',
    'database',
    'options:read',
    'plugins',
    'routes:tappet/v1',
    'users:read',
  ],
  options: object({
    /** For how many days entries are kept. */
    days: defaulted(max(min(integer(), 1), 36_500), 90),
    /** How many entries are kept at most, of failed logins and of all else. */
    rows: defaulted(max(min(integer(), 1), 10_000_000), 100_000),
  }),
  async setup(host, retention) {
    const { hooks, use } = host;
    const [database, clock, users] = [use(OwnDatabase), use(SiteClock), use(UserStore)];
    await database.migrate('audit-log', migrations);
    database.ownTables('tappet_audit_log');
    const log = new AuditLog({ database, clock, log: host.log, users, actors: use(Actors) });
    const entries = new AuditEntries(database);
    recordEvents({ hooks, log, users });

    hooks.action('rest_api_init').tap({ stage: RESOURCE_ROUTES }, (server) => {
      new AuditLogController(server, entries).registerRoutes();
    });
    addCommands(host, entries, users);

    let pruning: Promise<void> | undefined;
    const prune = () => {
      pruning ??= entries
        .prune(retention, Math.floor(clock.now().getTime() / 1000))
        .catch((error) => host.log.warn({ err: error }, 'old entries of the audit log could not be removed'))
        .finally(() => {
          pruning = undefined;
        });
    };
    const timer = setInterval(prune, CLEAN_UP).unref();
    return async () => {
      clearInterval(timer);
      await pruning;
      await log.settled();
    };
  },
});

import { CommandError, definePlugin } from '../../core/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { Database } from '../database/index.ts';
import { ReservedOptions } from '../options/index.ts';
import { findingsOf } from './findings.ts';
import { linesOf } from './lines.ts';

/** The command `doctor wordpress`, which tells what of an installation is served, and what PHP alone can do. */
export default definePlugin({
  name: 'wordpress-doctor',
  version: '0.1.0',
  description: 'Tells what of a WordPress is served, what differs, and what its PHP code adds: `doctor wordpress`.',
  group: 'operations',
  cacheable: true,
  after: ['wordpress-login'],
  requires: { 'content-types': '^0.1.0', database: '^0.1.0', options: '^0.1.0' },
  capabilities: ['authentication', 'database', 'files'],
  setup({ command, site, use }) {
    command({
      name: 'doctor wordpress',
      summary: 'Tell what of a WordPress will be served, what differs, and what its PHP code adds; change nothing.',
      flags: { '--format <format>': 'How it is printed: as text when left out, or json.' },
      run: async ({ flags, print }) => {
        const { wordpress, home } = site;
        if (wordpress === undefined) throw new CommandError('no WordPress is named; name its folder with --wordpress');
        const services = { database: use(Database), options: use(ReservedOptions), types: use(ContentTypes), home };
        const findings = await findingsOf(wordpress, services);
        if (flags.format === 'json') print(JSON.stringify(findings, null, 2));
        else for (const line of linesOf(findings)) print(line);
      },
    });
  },
});

/** Tappet as it was built. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { announce } from '../processes/probe.ts';
import { settings } from '../processes/settings.ts';

const { database, port, plugins, disabled, dist } = settings;
const { createHost }: typeof import('../../../host/index.ts') = await import(
  pathToFileURL(join(dist, 'host/index.js')).href
);
const host = await createHost({
  database: `sqlite:${database}`,
  logLevel: 'silent',
  plugins: { folders: plugins, disabled },
});
announce(await host.listen(port));

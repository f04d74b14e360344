/** The built Tappet. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { announce } from '../processes/probe.ts';
import { settings } from '../processes/settings.ts';

const { database, port, plugins, required, disabled, cache, dist } = settings;
const { createHost }: typeof import('../../../host/index.ts') = await import(
  pathToFileURL(join(dist, 'host/index.js')).href
);
const options = {
  database: database,
  logLevel: 'silent' as const,
  plugins: { folders: plugins, required, disabled },
  cache,
};
const host = await createHost(options);
announce(await host.listen(port));

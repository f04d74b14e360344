/** The built Tappet, which serves a WordPress as it is. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { announce } from '../processes/probe.ts';
import { settings } from '../processes/settings.ts';

const { wordpress, port, disabled, cache, dist } = settings;
const { createHost }: typeof import('../../../host/index.ts') = await import(
  pathToFileURL(join(dist, 'host/index.js')).href
);
const { path, url, derive } = wordpress!;
const host = await createHost({ wordpress: path, url, derive, logLevel: 'silent', plugins: { disabled }, cache });
announce(await host.listen(port));

/** Tappet as it would be without its tracing code: the sources with the seam taken out, bundled in the same way. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { announce } from '../processes/probe.ts';
import { settings } from '../processes/settings.ts';

/** What would not be there without tracing. */
const PLUGINS = ['server-timing', 'explain', 'explorer'];

const { database, port, disabled, dist } = settings;
const root = join(dist, '..');
const copy = join(root, 'node_modules/.cache/tappet-untraced');

rmSync(copy, { recursive: true, force: true });
mkdirSync(copy, { recursive: true });
for (const part of ['core', 'host', 'plugins', '.ci', 'package.json', 'tsconfig.json']) {
  cpSync(join(root, part), join(copy, part), { recursive: true, filter: (path) => !path.endsWith('/node_modules') });
}
for (const name of PLUGINS) rmSync(join(copy, 'plugins', name), { recursive: true, force: true });
for (const file of ['tracing.ts', 'fire.ts']) {
  cpSync(join(root, 'spec/bench/untraced', file), join(copy, 'core/trace', file));
}
for (const name of readdirSync(join(copy, 'plugins'))) mkdirSync(join(copy, 'dist/plugins', name), { recursive: true });
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
const { status, stderr } = spawnSync(process.execPath, ['.ci/bundle.mjs'], { cwd: copy, encoding: 'utf8' });
if (status !== 0) throw new Error(`the build without tracing failed: ${stderr}`);
// Nothing is to be loaded from its source.
rmSync(join(copy, 'plugins'), { recursive: true });

const { createHost }: typeof import('../../../host/index.ts') = await import(
  pathToFileURL(join(copy, 'dist/host/index.js')).href
);
const host = await createHost({ database: `sqlite:${database}`, logLevel: 'silent', plugins: { disabled } });
announce(await host.listen(port));

// Bundles what `tsc` has checked: a start then reads a dozen files, where sources and libraries are a thousand.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { lazyModule } from './lazy-modules.mjs';

// A folder that was dropped in with packages or a language of its own is left to run from its source.
// So is one that is isolated: none of its code is to run in the host.
const plugins = readdirSync('plugins').filter(
  (name) =>
    existsSync(`plugins/${name}/index.ts`) &&
    !existsSync(`plugins/${name}/package.json`) &&
    !/\bisolated:\s*true\b/.test(readFileSync(`plugins/${name}/index.ts`, 'utf8')),
);
const listing = 'dist/plugins.ts';

rmSync('dist/chunks', { recursive: true, force: true });
writeFileSync(listing, plugins.map((name) => `export * as '${name}' from '../plugins/${name}/index.ts';\n`).join(''));
await build({
  entryPoints: {
    'core/index': 'core/index.ts',
    'host/index': 'host/index.ts',
    'host/testing/index': 'host/testing/index.ts',
    'host/bin': 'host/bin.ts',
    'host/isolation/worker': 'host/isolation/worker.ts',
    'plugins/index': listing,
  },
  outdir: 'dist',
  // As deep as host/, from which host/places.ts counts.
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: true,
  sourcesContent: false,
  // What is not there need not be read at every start; lines of a length that a message can be found in remain.
  minifyWhitespace: true,
  lineLimit: 160,
  // A table of all types of files, which most requests need nothing of, in one version instead of three.
  plugins: [lazyModule('mime-types', ['charset', 'contentType', 'extension', 'lookup'])],
  // Native code, worker threads, a loader that reads files of its own, and what plugin authors bring along.
  external: ['better-sqlite3', 'fast-check', 'jiti', 'pg', 'pino', 'sharp'],
  // Libraries in CommonJS ask for Node's modules with require.
  banner: {
    js: "import { createRequire as requireFor } from 'node:module';\nconst require = requireFor(import.meta.url);",
  },
});
rmSync(listing);

/** Each plugin keeps a file of its own, so that any can be imported, replaced, or run from its changed source. */
const bundled = await import('../dist/plugins/index.js');
for (const name of plugins) {
  const names = Object.keys(bundled[name]).filter((key) => key !== 'default');
  writeFileSync(
    `dist/plugins/${name}/index.js`,
    `import { '${name}' as plugin } from '../index.js';\nexport default plugin.default;\nexport const { ${names.join(', ')} } = plugin;\n`,
  );
}

/** Whoever imports `tappet` sees the hooks and services of every plugin here, which these files add to its catalogues. */
const additions = plugins
  .flatMap((name) => readdirSync(`dist/plugins/${name}`, { recursive: true }).map((file) => `plugins/${name}/${file}`))
  .filter((file) => file.endsWith('.d.ts') && /^declare module '/m.test(readFileSync(`dist/${file}`, 'utf8')))
  .sort();
writeFileSync(
  'dist/tappet.d.ts',
  `export * from './host/index.js';\n${additions.map((file) => `import type {} from './${file.replace(/d\.ts$/, 'js')}';\n`).join('')}`,
);

// Bundles what `tsc` has checked: a start then reads some ninety files, where sources and libraries are a thousand.
import { readdirSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

/** Each keeps a file of its own in dist, so that any can be imported, replaced, or run from its changed source. */
const entryPoints = [
  'core/index.ts',
  'host/index.ts',
  'host/bin.ts',
  'host/testing/index.ts',
  ...readdirSync('plugins').map((name) => `plugins/${name}/index.ts`),
];

rmSync('dist/chunks', { recursive: true, force: true });
await build({
  entryPoints,
  outbase: '.',
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
  // Native code, worker threads, a loader that reads files of its own, and what plugin authors bring along.
  external: ['better-sqlite3', 'fast-check', 'jiti', 'pg', 'pino', 'sharp'],
  // Libraries in CommonJS ask for Node's modules with require.
  banner: {
    js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
  },
});

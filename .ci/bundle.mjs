// Bundles what `tsc` has checked into a few files, since a start that reads a thousand sources and libraries is slow.
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { builtinModules } from 'node:module';
import { build } from 'esbuild';

// A plugin with packages of its own, or one that is isolated, runs from its source: it is not part of the bundle.
const plugins = readdirSync('plugins').filter(
  (name) =>
    existsSync(`plugins/${name}/index.ts`) &&
    !existsSync(`plugins/${name}/package.json`) &&
    !/\bisolated:\s*(?:true\b|'process')/.test(readFileSync(`plugins/${name}/index.ts`, 'utf8')),
);

/** The parts of core that the package exports by themselves, as `tappet/rest`. */
const PARTS = ['base', 'cache', 'hooks', 'plugin', 'rest', 'schema', 'site', 'text', 'trace'];

/** The entry that exports the modules of all plugins, each under its name; it is no file of the repository. */
const allPlugins = {
  name: 'all plugins',
  setup(bundler) {
    const contents = plugins.map((name) => `export * as '${name}' from './plugins/${name}/index.ts';`).join('\n');
    bundler.onResolve({ filter: /^all-plugins$/ }, ({ path }) => ({ path, namespace: 'virtual' }));
    bundler.onLoad({ filter: /.*/, namespace: 'virtual' }, () => ({ contents, resolveDir: '.' }));
  },
};

rmSync('dist/code', { recursive: true, force: true });
await build({
  entryPoints: [
    { in: 'host/index.ts', out: 'host/index' },
    { in: 'host/superstruct.ts', out: 'host/superstruct' },
    { in: 'host/testing/index.ts', out: 'host/testing/index' },
    ...PARTS.map((part) => ({ in: `core/${part}/index.ts`, out: `core/${part}/index` })),
    { in: 'host/bin.ts', out: 'host/bin' },
    { in: 'host/isolation/sandbox-worker.ts', out: 'code/sandbox-worker' },
    { in: 'plugins/passwords/thread.ts', out: 'code/password-thread' },
    { in: 'all-plugins', out: 'code/plugins' },
  ],
  outdir: 'dist',
  // What entries share, core above all, is in files of its own, so that there is one copy of it.
  splitting: true,
  chunkNames: 'code/[name]-[hash]',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: true,
  sourcesContent: false,
  // Native code, worker threads, loaders that read files of their own, and what plugin authors bring along.
  external: [
    '@jitl/*',
    'better-sqlite3',
    'better-sqlite3-napi',
    'esbuild',
    'fast-check',
    'jiti',
    'pg',
    'pino',
    'playwright-core',
    'quickjs-emscripten-core',
    'sharp',
  ],
  alias: {
    // Koa's libraries bring two versions of one table of media types.
    'mime-types': './node_modules/mime-types',
    // The names that a module in CommonJS exports cannot be handed on.
    superstruct: './node_modules/superstruct/dist/index.mjs',
  },
  // Libraries in CommonJS load Node's modules with require.
  banner: {
    js: "import { createRequire as requireFor } from 'node:module';\nconst require = requireFor(import.meta.url);",
  },
  plugins: [allPlugins],
});
chmodSync('dist/host/bin.js', 0o755);

/** What runs beside isolated plugins, and is bundled with each of them: it has nothing of Node.js. */
await build({
  entryPoints: ['index', 'text', 'sandbox-globals', 'in-sandbox', 'in-process', 'node-util'].map(
    (name) => `host/isolation/guest/${name}.ts`,
  ),
  outdir: 'dist/code/guest',
  splitting: true,
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2022',
  external: builtinModules.flatMap((name) => [name, `node:${name}`]),
});

/** Each plugin has a module that exports its part of the bundle, so that one can be imported or replaced alone. */
const modules = await import('../dist/code/plugins.js');
for (const name of plugins) {
  const exported = Object.keys(modules[name]).filter((one) => one !== 'default');
  const lines = [
    `import { '${name}' as plugin } from '../../code/plugins.js';`,
    'export default plugin.default;',
    `export const { ${exported.join(', ')} } = plugin;`,
  ];
  mkdirSync(`dist/plugins/${name}`, { recursive: true });
  writeFileSync(`dist/plugins/${name}/index.js`, `${lines.join('\n')}\n`);
}

/** Importing `tappet` brings the hooks and services of the host and of every plugin, which these files add to its catalogues. */
const additions = plugins
  .flatMap((name) => readdirSync(`dist/plugins/${name}`, { recursive: true }).map((file) => `plugins/${name}/${file}`))
  .filter((file) => file.endsWith('.d.ts') && /^declare module '/m.test(readFileSync(`dist/${file}`, 'utf8')))
  .sort();
writeFileSync(
  'dist/tappet.d.ts',
  `export * from './host/index.js';\n${['host/hooks.d.ts', ...additions].map((file) => `import type {} from './${file.replace(/d\.ts$/, 'js')}';\n`).join('')}`,
);
// The test kit, which names services of plugins, brings them too.
appendFileSync('dist/host/testing/index.d.ts', "import type {} from '../../tappet.js';\n");

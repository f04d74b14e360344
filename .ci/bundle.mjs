// Bundles what `tsc` has checked: a start then reads a few files, where sources and libraries are a thousand.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parse } from 'es-module-lexer/minimal/js';
import { build } from 'esbuild';
import { keepCode } from './keep-code.mjs';
import { lazyModule, moduleApart, virtualModule } from './modules.mjs';

// A folder that was dropped in with packages or a language of its own is left to run from its source.
// So is one that is isolated: none of its code is to run in the host.
const plugins = readdirSync('plugins').filter(
  (name) =>
    existsSync(`plugins/${name}/index.ts`) &&
    !existsSync(`plugins/${name}/package.json`) &&
    !/\bisolated:\s*true\b/.test(readFileSync(`plugins/${name}/index.ts`, 'utf8')),
);

/** Modules that others import: each has a file in `dist/` that hands out what the one script has of it. */
const MODULES = ['core/index', 'host/index', 'host/testing/index'];
/** Where the code is; as deep as host/, from which host/places.ts counts. */
const CODE = 'dist/code';
/** Libraries that are imported when they are used: not in the script that every start reads. */
const APART = ['bcryptjs', 'file-type', 'koa-body'];

/** What stands for `import` in the script: as long as that, for the source map's sake. */
const IMPORT = '$mport';

/** How all is bundled. */
const common = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  sourcemap: true,
  sourcesContent: false,
  // What is not there need not be read at every start; lines of a length that a message can be found in remain.
  minifyWhitespace: true,
  lineLimit: 160,
  // Native code, worker threads, a loader that reads files of its own, and what plugin authors bring along.
  external: ['better-sqlite3', 'fast-check', 'jiti', 'pg', 'pino', 'sharp'],
};
/** A table of all types of files, which most requests need nothing of, in one version instead of three. */
const lazyTypes = lazyModule('mime-types', ['charset', 'contentType', 'extension', 'lookup']);

rmSync(CODE, { recursive: true, force: true });

/** All code in one script, whose compiled form can be kept: nothing in it runs before it is asked for. */
async function bundleScript() {
  const listing = plugins.map((name) => `export * as '${name}' from './plugins/${name}/index.ts';`).join('\n');
  const modules = MODULES.map((path) => [path, `./${path}.ts`]);
  const entries = [...modules, ['command line', './host/cli/main.ts'], ['plugins', 'all plugins']];
  const members = entries.map(([name, path]) => `'${name}': () => require('${path}'),`).join('\n');
  const { metafile } = await build({
    ...common,
    stdin: { contents: `export const entries = {\n${members}\n};`, resolveDir: '.' },
    outdir: CODE,
    entryNames: 'tappet-[hash]',
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    define: { 'import.meta': 'importMeta' },
    banner: { js: `(function(module,require,importMeta,${IMPORT}){` },
    footer: { js: '})' },
    plugins: [virtualModule('all plugins', listing), ...APART.map(moduleApart), lazyTypes],
    metafile: true,
  });
  const script = Object.keys(metafile.outputs).find((path) => path.endsWith('.cjs'));
  writeFileSync(script, withoutImports(readFileSync(script, 'utf8')));
  return script;
}

/** A script that imports by the function that it is given: one that is no file of Node's has no `import` of its own. */
function withoutImports(script) {
  const starts = parse(script)[0]
    .filter(({ d }) => d >= 0)
    .map(({ ss }) => ss);
  const ends = [...starts, script.length];
  const pieces = starts.map((start, at) => IMPORT + script.slice(start + IMPORT.length, ends[at + 1]));
  return script.slice(0, ends[0]) + pieces.join('');
}

/** What runs the script, and what runs beside it. */
async function bundleModules(script) {
  // Libraries in CommonJS ask for Node's modules with require.
  const js = "import { createRequire as requireFor } from 'node:module';\nconst require = requireFor(import.meta.url);";
  const modules = { ...common, format: 'esm', outdir: CODE };
  const contents = `
    import { fileURLToPath } from 'node:url';
    import { runKept } from './host/kept-code.ts';
    const script = fileURLToPath(new URL(${JSON.stringify(script.replace(CODE, '.'))}, import.meta.url));
    export const { exports: { entries }, keep } = runKept(script, import.meta, (specifier) => import(specifier));`;
  await build({ ...modules, stdin: { contents, resolveDir: '.' }, entryNames: 'load' });
  const apart = Object.fromEntries(APART.map((name) => [name, name]));
  const entryPoints = { worker: 'host/isolation/worker.ts', ...apart };
  await build({
    ...modules,
    entryPoints,
    splitting: true,
    chunkNames: '[name]-[hash]',
    banner: { js },
    plugins: [lazyTypes],
  });
}

/** A module that hands out what one of the script has. */
function writeModule(path, module, from) {
  const depth = '../'.repeat(path.split('/').length - 1);
  const names = Object.keys(module);
  const own = names.filter((name) => name !== 'default');
  const lines = [
    `import { entries } from '${depth}code/load.js';`,
    `const module = ${from};`,
    ...(names.includes('default') ? ['export default module.default;'] : []),
    `export const { ${own.join(', ')} } = module;`,
  ];
  mkdirSync(dirname(`dist/${path}`), { recursive: true });
  writeFileSync(`dist/${path}.js`, `${lines.join('\n')}\n`);
}

const script = await bundleScript();
await bundleModules(script);
const { entries } = await import('../dist/code/load.js');
for (const path of MODULES) writeModule(path, entries[path](), `entries['${path}']()`);
// Each plugin has a module of its own, so that any can be imported, replaced, or run from its changed source.
for (const [name, module] of Object.entries(entries.plugins())) {
  writeModule(`plugins/${name}/index`, module, `entries.plugins()['${name}']`);
}
writeFileSync(
  'dist/host/bin.js',
  `#!/usr/bin/env node
import { entries, keep } from '../code/load.js';
await entries['command line']().main(keep);
`,
);
chmodSync('dist/host/bin.js', 0o755);
await keepCode().catch((error) => process.stderr.write(`Each start compiles, as nothing is kept: ${error.message}\n`));

/** Whoever imports `tappet` sees the hooks and services of every plugin here, which these files add to its catalogues. */
const additions = plugins
  .flatMap((name) => readdirSync(`dist/plugins/${name}`, { recursive: true }).map((file) => `plugins/${name}/${file}`))
  .filter((file) => file.endsWith('.d.ts') && /^declare module '/m.test(readFileSync(`dist/${file}`, 'utf8')))
  .sort();
writeFileSync(
  'dist/tappet.d.ts',
  `export * from './host/index.js';\n${additions.map((file) => `import type {} from './${file.replace(/d\.ts$/, 'js')}';\n`).join('')}`,
);

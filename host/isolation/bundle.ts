import { realpathSync, statSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import type { BuildFailure, Plugin } from 'esbuild';
import { codeRoot, isCompiled, packageRoot } from '../places.ts';
import type { IsolationMode } from './settings.ts';

/** The most bytes of all files of one plugin, its dependencies with them. */
const MOST_BYTES = 16 * 2 ** 20;

/** Modules of Node.js that reach other machines. */
const NETWORK = /^(?:dgram|dns|dns\/promises|http|https|http2|net|tls|quic)$/;

/** What a plugin imports of tappet where it is isolated, and what runs it there. */
const guestModule = (name: string): string =>
  join(codeRoot, isCompiled ? `code/guest/${name}.js` : `host/isolation/guest/${name}.ts`);

const hostRequire = createRequire(import.meta.url);

const GUEST: Readonly<Record<string, string>> = {
  tappet: guestModule('index'),
  'tappet/text': guestModule('text'),
  'tappet:globals': guestModule('sandbox-globals'),
  'tappet:sandbox': guestModule('in-sandbox'),
  'tappet:process': guestModule('in-process'),
};

/** The plugin to bundle, and where it will run. */
export interface BundleInput {
  readonly entry: string;
  readonly mode: IsolationMode;
  readonly network: boolean;
}

const isNode = (path: string): boolean => path.startsWith('node:') || builtinModules.includes(path);

/** Why a module of Node.js may not be imported; undefined if it may. */
function nodeFault(path: string, { mode, network }: BundleInput): string | undefined {
  const name = path.replace(/^node:/, '');
  if (mode === true) {
    return `"${path}" is of Node.js, which an isolated plugin does not have; do without it, or say isolated: 'process'`;
  }
  if (network || !NETWORK.test(name)) return undefined;
  return `"${path}" cannot be imported without the capability network; add 'network' to capabilities`;
}

/** Holds what a plugin imports to its own folder, installed packages, and what is there where it runs. */
function rules(input: BundleInput): Plugin {
  const folder = realpathSync(dirname(input.entry)) + sep;
  const packages = realpathSync(packageRoot) + sep;
  let bytes = 0;
  const fault = (text: string) => ({ errors: [{ text }] });
  return {
    name: 'isolated plugin',
    setup(build) {
      build.onResolve({ filter: /^(?:tappet\/)?superstruct$/ }, () => ({ path: hostRequire.resolve('superstruct') }));
      build.onResolve({ filter: /^tappet(?:[/:]|$)/ }, ({ path, importer }) => {
        const isInner = path.includes(':') && importer !== '<stdin>';
        if (Object.hasOwn(GUEST, path) && !isInner) return { path: GUEST[path]! };
        return fault(
          `"${path}" is not there for an isolated plugin, which has "tappet", "tappet/text" and "tappet/superstruct"`,
        );
      });
      build.onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) => {
        if (!isNode(path)) return undefined;
        // What asks for a module while it runs finds out then; core has imports that nothing in the guest uses.
        const isOurs = importer.startsWith(packages) && !importer.startsWith(folder);
        if (isOurs && input.mode === true && path === 'node:util') return { path: guestModule('node-util') };
        const text = isOurs || kind === 'dynamic-import' ? undefined : nodeFault(path, input);
        return text === undefined ? { path, external: true, sideEffects: !isOurs } : fault(text);
      });
      build.onLoad({ filter: /.*/, namespace: 'file' }, ({ path }) => {
        const real = realpathSync(path);
        if (!real.startsWith(folder) && !real.includes(`${sep}node_modules${sep}`) && !isOfGuest(real))
          return fault(`"${relative(folder, real)}" is outside of the plugin's folder, and cannot be imported`);
        bytes += statSync(real).size;
        if (bytes > MOST_BYTES) return fault(`the plugin and what it imports are larger than ${MOST_BYTES} bytes`);
        return undefined;
      });
    },
  };
}

/** Where the code that runs beside an isolated plugin is; it holds no secret. */
const GUEST_FOLDERS = (isCompiled ? [join('code', 'guest')] : ['core', join('host', 'isolation')]).map((part) =>
  join(codeRoot, part, sep),
);
const isOfGuest = (file: string): boolean => GUEST_FOLDERS.some((folder) => file.startsWith(folder));

/** How many plugins are being bundled. What is asked of the bundler, a process of its own, is never answered once it is stopped. */
let bundling = 0;

/** Bundles a plugin with all that it imports into one script; throws an error of one line that names file and line. */
export async function bundlePlugin(input: BundleInput): Promise<string> {
  const { build, stop } = await import('esbuild');
  const { entry, mode } = input;
  const isSandbox = mode === true;
  const quoted = (path: string) => JSON.stringify(path);
  const contents = isSandbox
    ? `import { sandbox } from ${quoted('tappet:globals')};
       import { start } from ${quoted('tappet:sandbox')};
       start(() => import(${quoted(entry)}), sandbox);`
    : `import { start } from ${quoted('tappet:process')};
       start(() => import(${quoted(entry)}));`;
  bundling++;
  try {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: dirname(entry), loader: 'js' },
      absWorkingDir: dirname(entry),
      bundle: true,
      write: false,
      format: 'esm',
      platform: isSandbox ? 'neutral' : 'node',
      mainFields: ['module', 'main'],
      target: isSandbox ? 'es2023' : 'node20.19',
      charset: 'utf8',
      tsconfigRaw: '{}',
      logLevel: 'silent',
      legalComments: 'none',
      plugins: [rules(input)],
      ...(isSandbox ? {} : { banner: { js: REQUIRE } }),
    });
    return outputFiles[0]!.text;
  } catch (error) {
    const [first] = (error as BuildFailure).errors ?? [];
    if (first === undefined) throw error;
    const { text, location } = first;
    const where = location === null || location.file === '<stdin>' ? '' : `${location.file}:${location.line}: `;
    throw new Error(where + text);
  } finally {
    bundling--;
    if (bundling === 0) void stop();
  }
}

/** Lets packages in CommonJS load modules of Node.js in a process. */
const REQUIRE = `import { createRequire as requireFor } from 'node:module';\nconst require = requireFor('file:///');`;

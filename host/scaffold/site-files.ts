import { existsSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { manifestText } from '../packages/manifest.ts';
import { PLUGIN_FOLDER, packageRoot } from '../places.ts';

/** The test script of a package with plugins. */
const SCRIPT = 'tappet test';

/** The packages that specs need, and with which an editor knows the types of what plugins and specs use. */
const TOOLS = ['mocha', 'fast-check', 'typescript', '@types/mocha', '@types/node'];

/** The settings by which an editor compiles plugins as the host runs them. */
const CONFIGURATION = {
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: ['node', 'mocha'],
  },
  include: [PLUGIN_FOLDER, 'tappet.config.ts'],
};

type Names = Readonly<Record<string, string>>;

interface Manifest {
  scripts?: Names;
  dependencies?: Names;
  devDependencies?: Names;
}

/** What was done to the package of a folder. */
export interface Provided {
  /** Whether `npm test` runs the specs of plugins. */
  readonly runsSpecs: boolean;
  /** What was changed, a line each. */
  readonly changes: readonly string[];
}

/**
 * Makes the package of a folder fit for writing plugins: `npm test` runs their specs unless there is another script, what
 * specs and editors need is among the dependencies, and `tsconfig.json` is there. Does nothing where there is no package.
 */
export async function provideSiteFiles(folder: string): Promise<Provided> {
  const file = join(folder, 'package.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return { runsSpecs: false, changes: [] };
  const manifest = JSON.parse(text) as Manifest;
  const changes: string[] = [];
  const changed = withTools(withScript(manifest, changes), changes);
  if (changes.length > 0) await writeFile(file, manifestText(changed, text));
  const configuration = join(folder, 'tsconfig.json');
  if (!existsSync(configuration)) {
    await writeFile(configuration, `${JSON.stringify(CONFIGURATION, null, 2)}\n`);
    changes.push('wrote tsconfig.json');
  }
  return { runsSpecs: changed.scripts?.test?.startsWith(SCRIPT) === true, changes };
}

/** Adds the test script, unless there is one that is not the placeholder of `npm init`. */
function withScript(manifest: Manifest, changes: string[]): Manifest {
  const script = manifest.scripts?.test;
  if (script !== undefined && !script.includes('no test specified')) return manifest;
  changes.push('set npm test in package.json');
  return { ...manifest, scripts: { ...manifest.scripts, test: SCRIPT } };
}

/** Adds the tools that are not among the dependencies, in the versions that this package is tested with. */
function withTools(manifest: Manifest, changes: string[]): Manifest {
  const { dependencies = {}, devDependencies = {} } = manifest;
  const missing = TOOLS.filter((name) => dependencies[name] === undefined && devDependencies[name] === undefined);
  if (missing.length === 0) return manifest;
  const own = (JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as Manifest).devDependencies ?? {};
  const added = Object.fromEntries(missing.map((name) => [name, own[name] ?? '*']));
  changes.push(`added ${missing.join(', ')} to package.json`);
  return { ...manifest, devDependencies: { ...devDependencies, ...added } };
}

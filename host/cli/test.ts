import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type Mocha from 'mocha';
import { CommandError } from '../../core/index.ts';
import { PLUGIN_FOLDER } from '../places.ts';
import type { HostlessCommand } from './hostless.ts';

/** The timeout of each test, in milliseconds. */
const TIMEOUT = 20_000;

/** `test`: runs the specs of one plugin, or of all plugins of the current folder, without a build step. */
export const test: HostlessCommand = {
  name: 'test',
  summary: 'Run the specs of plugins.',
  flags: {
    '--plugin <plugin>': `The name of a plugin in ${PLUGIN_FOLDER}/, or its folder; all of ${PLUGIN_FOLDER}/ when left out.`,
    '--grep <text>': 'Run only facts whose title holds this.',
  },
  async run({ flags }) {
    const specs = flags.plugin === undefined ? specsIn(PLUGIN_FOLDER) : specsOf(String(flags.plugin));
    if (specs.length === 0) throw new CommandError(`there are no specs in ${PLUGIN_FOLDER}/`);
    await runSpecs(specs, flags.grep as string | undefined);
  },
};

/** Runs specs, all of their facts or those whose title holds a text. Throws a `CommandError` if one does not hold. */
export async function runSpecs(specs: readonly string[], text?: string): Promise<void> {
  const { default: Mocha } = await importMocha();
  const mocha = new Mocha({ timeout: TIMEOUT, ...(text === undefined ? {} : { fgrep: text }) });
  await loadSpecs(mocha, specs, Mocha.Suite.constants.EVENT_FILE_PRE_REQUIRE);
  const failed = await new Promise<number>((end) => mocha.run(end));
  if (failed > 0) throw new CommandError('there are facts that do not hold');
}

/** Mocha as installed in the current folder or beside this package. */
function importMocha(): Promise<{ default: typeof Mocha }> {
  for (const from of [join(process.cwd(), 'package.json'), import.meta.url]) {
    try {
      return import(pathToFileURL(createRequire(from).resolve('mocha')).href);
    } catch {}
  }
  throw new CommandError('tappet test needs packages; add them with: npm install --save-dev mocha fast-check');
}

/** Loads specs as plugins are loaded, without a build step and whatever the type of their package. */
async function loadSpecs(mocha: Mocha, specs: readonly string[], event: string): Promise<void> {
  const { createJiti } = await import('jiti');
  const jiti = createJiti(join(process.cwd(), 'package.json'));
  for (const spec of specs.map((path) => resolve(path))) {
    // What gives the file its `describe` and `it`.
    mocha.suite.emit(event, globalThis, spec, mocha);
    await jiti.import(spec);
  }
}

/** The specs below a folder; none if it does not exist. */
export const specsIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.spec\.[jt]s$/.test(file) && !file.includes('node_modules'))
        .map((file) => join(folder, file))
        .sort()
    : [];

function specsOf(plugin: string): string[] {
  const folder = [join(PLUGIN_FOLDER, plugin), plugin].find((path) => existsSync(path));
  if (folder === undefined) {
    throw new CommandError(`there is no plugin "${plugin}" here; tappet plugin new ${plugin} makes it`);
  }
  const specs = specsIn(folder);
  if (specs.length === 0)
    throw new CommandError(`plugin "${plugin}" has no specs; write ${join(folder, plugin)}.spec.ts`);
  return specs;
}

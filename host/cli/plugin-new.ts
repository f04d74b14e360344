import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { isPackageRoot, PLUGIN_FOLDER } from '../places.ts';
import { newPlugin, TEMPLATES } from '../scaffold/index.ts';
import { type Provided, provideSiteFiles } from '../scaffold/site-files.ts';
import type { HostlessCommand } from './hostless.ts';

/** What there is in this repository, whose own test script accepts `--plugin` too. */
const OWN: Provided = { runsSpecs: true, changes: [] };

/** `plugin new NAME`: writes a working plugin with its spec, and prints the next commands. */
export const pluginNew: HostlessCommand = {
  name: 'plugin new',
  summary: 'Write the folder of a new plugin: code, spec and README.',
  args: '<name>',
  flags: {
    '--template <template>': `What to begin with: ${[...TEMPLATES.keys()].join(', ')} (plain).`,
    '--dir <folder>': `Where to put it (${PLUGIN_FOLDER}).`,
  },
  async run({ args, flags, print }) {
    const { template = 'plain', dir = PLUGIN_FOLDER } = flags;
    const made = await newPlugin(String(args.name), String(template), String(dir));
    for (const file of made.files) print(`wrote ${made.folder}/${file}`);
    const { runsSpecs, changes } = isPackageRoot(process.cwd()) ? OWN : await provideSiteFiles(process.cwd());
    for (const change of changes) print(change);
    for (const line of nextCommands(String(args.name), String(dir), made, runsSpecs)) print(line);
  },
};

/** The commands that test, check and serve a new plugin. */
function nextCommands(
  name: string,
  dir: string,
  { folder, path }: { folder: string; path: string },
  hasScript: boolean,
): string[] {
  const here = process.cwd();
  const found = relative(resolve(here, PLUGIN_FOLDER), resolve(dir)) === '';
  const what = `--plugin ${found ? name : folder}`;
  return [
    ...(canTest(here) ? [] : ['first:     npm install']),
    `test it:   ${hasScript ? `npm test -- ${what}` : `npx tappet test ${what}`}`,
    `check it:  npx tappet plugin check ${folder}`,
    `serve it:  npx tappet serve${found ? '' : ` --plugins ${dir}`}`,
    `ask it:    curl 'http://127.0.0.1:8080/cms-json${path}'`,
  ];
}

/** Whether the packages that specs need can be found from a folder. */
function canTest(folder: string): boolean {
  const { resolve: find } = createRequire(join(folder, 'package.json'));
  try {
    return ['mocha', 'fast-check'].every((name) => find(name) !== '');
  } catch {
    return false;
  }
}

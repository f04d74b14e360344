import { relative, resolve } from 'node:path';
import { packageRoot } from '../places.ts';
import { newPlugin, TEMPLATES } from '../scaffold/index.ts';
import type { HostlessCommand } from './hostless.ts';

const DEFAULT_FOLDER = 'plugins';

/** `plugin new NAME`: writes a plugin that works at once, with its spec, and says what to run next. */
export const pluginNew: HostlessCommand = {
  name: 'plugin new',
  summary: 'Write the folder of a new plugin: code, spec and README.',
  args: '<name>',
  flags: {
    '--template <template>': `What to begin with: ${[...TEMPLATES.keys()].join(', ')} (plain).`,
    '--dir <folder>': `Where to put it (${DEFAULT_FOLDER}).`,
  },
  async run({ args, flags, print }) {
    const { template = 'plain', dir = DEFAULT_FOLDER } = flags;
    const made = await newPlugin(String(args.name), String(template), String(dir));
    for (const file of made.files) print(`wrote ${made.folder}/${file}`);
    for (const line of nextCommands(String(args.name), String(dir), made)) print(line);
  },
};

/** The commands that test a new plugin and serve it, where it stands. */
function nextCommands(name: string, dir: string, { folder, path }: { folder: string; path: string }): string[] {
  const inRepository = relative(resolve(packageRoot), process.cwd()) === '';
  const found = inRepository && relative(resolve(packageRoot, DEFAULT_FOLDER), resolve(dir)) === '';
  const test = inRepository
    ? `npm test -- --plugin ${found ? name : folder}`
    : `npx mocha --node-option=import=tsx --node-option=no-experimental-require-module ${folder}/*.spec.ts   # with mocha, tsx and fast-check installed`;
  return [
    `test it:   ${test}`,
    `check it:  npx tappet plugin check ${folder}`,
    `serve it:  npx tappet serve${found ? '' : ` --plugins ${dir}`}`,
    `ask it:    curl 'http://127.0.0.1:8080/cms-json${path}'`,
  ];
}

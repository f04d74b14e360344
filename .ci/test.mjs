// `npm test` runs every spec, `npm test -- --plugin NAME` (or a plugin's folder) those of one plugin. All else is mocha's.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';

const { values, tokens } = parseArgs({ options: { plugin: { type: 'string' } }, strict: false, tokens: true });
const { plugin } = values;

/** The specs beside a plugin's code, and those that this repository has of it. */
function specsOf(name) {
  const folder = [`plugins/${name}`, name].find(
    (path) => existsSync(`${path}/index.ts`) || existsSync(`${path}/index.js`),
  );
  if (folder === undefined) throw new Error(`there is no plugin "${name}"; tappet plugin new ${name} makes it`);
  const inside = (path) =>
    (existsSync(path) ? readdirSync(path, { recursive: true }) : [])
      .filter((file) => file.endsWith('.spec.ts') && !file.includes('node_modules'))
      .map((file) => `${path}/${file}`);
  const specs = [
    ...inside(folder),
    ...inside(`spec/plugins/${basename(folder)}`),
    `spec/plugins/${basename(folder)}.spec.ts`,
  ].filter(existsSync);
  if (specs.length === 0) throw new Error(`plugin "${name}" has no specs; write ${folder}/${name}.spec.ts`);
  return specs;
}

/** The arguments after `npm test --`, without `--plugin NAME`. */
function othersOf(given) {
  const token = tokens.find(({ kind, name }) => kind === 'option' && name === 'plugin');
  const taken = token === undefined ? [] : [token.index, ...(token.inlineValue ? [] : [token.index + 1])];
  return given.filter((_, at) => !taken.includes(at));
}

/** Mocha's configuration as flags, but for the specs that it names. */
function configured() {
  const { spec: _, ...config } = JSON.parse(readFileSync('.mocharc.json', 'utf8'));
  const flags = Object.entries(config).flatMap(([name, value]) => [value].flat().map((one) => `--${name}=${one}`));
  return ['--no-config', ...flags];
}

try {
  const mocha = createRequire(import.meta.url).resolve('mocha/bin/mocha.js');
  const chosen = plugin === undefined ? [] : [...configured(), ...specsOf(plugin)];
  const args = [mocha, ...chosen, ...othersOf(process.argv.slice(2))];
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

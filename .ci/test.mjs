// `npm test` runs all specs, `npm test -- FILE…` these, and `npm test -- --plugin NAME` (or its folder) those of one
// plugin. All other arguments are Mocha's. Some specs run the build, which is made first where it is missing or old.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';

const { values, tokens } = parseArgs({ options: { plugin: { type: 'string' } }, strict: false, tokens: true });

/** The files of a folder whose name ends so, without those of its packages. */
const filesIn = (folder, end) =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesIn(path, end);
      return entry.name.endsWith(end) ? [path] : [];
    });

/** Those that drive a browser, attack a site, stand beside WordPress, try databases, replay, install packages, or start many hosts. */
const LONG =
  /(?:browser|look|pictures|screen|story|writers)\.spec\.ts$|^spec\/(?:access|conformance|safety|wordpress)\/|^spec\/host\/(?:cluster|disabled|isolation|packages|plugin-check|watch)\b|^spec\/plugins\/(?:database|export|import)\//;

/** All specs. Those that take longest come first, so that the last process to end has short ones. */
function allSpecs() {
  const specs = [...filesIn('spec', '.spec.ts'), ...filesIn('plugins', '.spec.ts')];
  const isLong = (path) => LONG.test(path);
  return [...specs.filter(isLong), ...specs.filter((path) => !isLong(path))];
}

/** The specs beside a plugin's code, and those in `spec/plugins/`. */
function specsOf(plugin) {
  const folder = [`plugins/${plugin}`, plugin].find(
    (path) => existsSync(`${path}/index.ts`) || existsSync(`${path}/index.js`),
  );
  if (folder === undefined) throw new Error(`there is no plugin "${plugin}"; tappet plugin new ${plugin} makes it`);
  const name = basename(folder);
  const own = `spec/plugins/${name}`;
  const specs = [
    ...filesIn(folder, '.spec.ts'),
    ...(existsSync(own) ? filesIn(own, '.spec.ts') : []),
    ...[`${own}.spec.ts`].filter(existsSync),
  ];
  if (specs.length === 0) throw new Error(`plugin "${name}" has no specs; write ${folder}/${name}.spec.ts`);
  return specs;
}

/** The arguments after `npm test --`, without `--plugin NAME`. */
function mochaArguments(given) {
  const token = tokens.find(({ kind, name }) => kind === 'option' && name === 'plugin');
  const taken = token === undefined ? [] : [token.index, ...(token.inlineValue ? [] : [token.index + 1])];
  return given.filter((_, at) => !taken.includes(at));
}

/** Whether the build is older than a source. */
function isOld() {
  const built = statSync('dist/hook-types.json').mtimeMs;
  return ['core', 'host', 'plugins']
    .flatMap((folder) => filesIn(folder, '.ts'))
    .some((path) => statSync(path).mtimeMs > built);
}

/** Runs a command with the output of this process; answers with its exit code. */
const run = (command, args) => spawnSync(command, args, { stdio: 'inherit' }).status ?? 1;

function test() {
  const others = mochaArguments(process.argv.slice(2));
  const named = others.some((argument) => argument.endsWith('.spec.ts'));
  const isAll = values.plugin === undefined && !named;
  const specs = values.plugin === undefined ? (isAll ? allSpecs() : []) : specsOf(values.plugin);
  if (!existsSync('dist/hook-types.json') || (isAll && isOld())) {
    const code = run('npm', ['run', 'build', '--silent']);
    if (code !== 0) return code;
  }
  // One process more than the two cores of a small machine, as specs wait for databases and browsers.
  const parallel = isAll ? ['--parallel', '--jobs=3'] : [];
  const mocha = createRequire(import.meta.url).resolve('mocha/bin/mocha.js');
  return run(process.execPath, [mocha, ...parallel, ...specs, ...others]);
}

try {
  process.exitCode = test();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

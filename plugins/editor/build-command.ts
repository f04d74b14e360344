import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { type CommandDefinition, CommandError } from '../../core/index.ts';
import { APP_FOLDER } from './build.ts';

/** The parts of the app that are made, and not copied. */
const MADE = new Set(['node_modules', 'dist']);

/**
 * `editor build`: installs the packages of the editor in a temporary folder, bundles them, and puts the built files into the
 * folder that the site serves, in place of those that are there.
 *
 * @param app - The folder of the sources, with a lock file.
 */
export const buildCommand = (folder: string, app = APP_FOLDER): CommandDefinition => ({
  name: 'editor build',
  summary: 'Build the block editor: npm installs its packages in a temporary folder, and they are bundled.',
  async run({ print }) {
    const place = await mkdtemp(join(tmpdir(), 'tappet-editor-'));
    try {
      await cp(app, place, { recursive: true, filter: (path) => !MADE.has(basename(path)) });
      await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], place, print);
      await run(process.execPath, ['build.js'], place, print);
      await replace(resolve(folder), join(place, 'dist'));
    } finally {
      await rm(place, { recursive: true, force: true });
    }
    print(`Success: Built the editor into ${folder}.`);
  },
});

/** Puts a folder in the place of another, which may be on another disk. */
async function replace(folder: string, by: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const [next, former] = [`${folder}.next`, `${folder}.former`];
  await rm(next, { recursive: true, force: true });
  await cp(by, next, { recursive: true });
  await rm(former, { recursive: true, force: true });
  await rename(folder, former).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(next, folder);
  await rm(former, { recursive: true, force: true });
}

/** Runs a program in a folder, and prints what it prints. Throws a `CommandError` if it fails. */
function run(program: string, args: readonly string[], folder: string, print: (line: string) => void): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && program === 'npm',
    });
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n')) if (line.trim() !== '') print(line);
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      errors += text;
    });
    const name = `${basename(program)} ${args[0]}`;
    child.on('error', () => fail(new CommandError(`${basename(program)} cannot be run; install it`)));
    child.on('close', (code) => {
      if (code === 0) done();
      else fail(new CommandError(`${name} failed: ${errors.trim().split('\n')[0] || `code ${code}`}`));
    });
  });
}

// Has the engine keep what it compiles at a start, so that later ones need not: the server runs until its first answer.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const BIN = resolve('dist/host/bin.js');

/** Runs a command of the build in a folder to its end; `told` is given each line that it prints. */
async function run(cwd, args, told = () => undefined) {
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH },
  });
  createInterface(child.stdout).on('line', (line) => told(line, child));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`tappet ${args[0]} ended with ${code}`);
}

/** Keeps the compiled code of a start on a database that is there already. Throws where no server can be run. */
export async function keepCode() {
  const folder = mkdtempSync(join(tmpdir(), 'tappet-build-'));
  const database = ['--database', 'sqlite:site.db'];
  try {
    await run(folder, ['route', 'list', ...database]);
    await run(folder, ['serve', '--port', '0', ...database], async (line, server) => {
      const [, interfaceUrl] = /The interface is at (\S+)$/.exec(line) ?? [];
      if (interfaceUrl === undefined) return;
      await (await fetch(`${interfaceUrl}cms/v2/posts`)).text();
      server.kill('SIGTERM');
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

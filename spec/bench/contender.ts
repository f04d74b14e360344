import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A running server that is measured. */
export interface Contender {
  readonly name: string;
  readonly url: string;
  stop(): void;
}

/** Starts `contenders/NAME.ts` as a process of its own on a free port and waits until it tells its address. */
export async function startContender(name: string, database: string): Promise<Contender> {
  const script = fileURLToPath(new URL(`./contenders/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, database], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const url = await addressOf(child, name);
  return { name, url, stop: () => child.kill() };
}

function addressOf(child: ChildProcess, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout!.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text);
      if (found !== null) resolve(found[0]);
    });
    child.once('exit', (code) => reject(new Error(`${name} ended with code ${code} before it listened`)));
  });
}

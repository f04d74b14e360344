import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Usage } from './probe.ts';
import type { ContenderSettings } from './settings.ts';

/** A measured server, in a process of its own. */
export class Contender {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  /** Starts a compiled script and waits for its address. */
  static async start(script: string, settings: ContenderSettings): Promise<Contender> {
    const child = spawn(process.execPath, [script, JSON.stringify(settings)], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: { ...process.env, NODE_ENV: 'production' },
    });
    return new Contender(child, await addressOf(child, script));
  }

  /** The processor time and memory of the process. */
  async usage(): Promise<Usage> {
    const answer = once(this.#child, 'message') as Promise<[Usage]>;
    this.#child.send('usage');
    return (await answer)[0];
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill();
    await ended;
  }
}

function addressOf(child: ChildProcess, script: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout!.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text);
      if (found !== null) resolve(found[0]);
    });
    child.once('exit', (code) => reject(new Error(`${script} ended with code ${code} before it listened`)));
  });
}

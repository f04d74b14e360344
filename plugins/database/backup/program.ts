import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { CommandError } from '../../../core/index.ts';

/** How a program is run. */
export interface ProgramRun {
  readonly args: readonly string[];
  /** What it learns from its environment: passwords do not belong where all users of the machine see them. */
  readonly environment: Readonly<Record<string, string>>;
  /** The file that it reads from its standard input. */
  readonly input?: string;
}

/** How much of what a program complains about is shown, in characters. */
const SHOWN = 2000;

/**
 * Runs the first of these programs that is installed; throws a `CommandError` with what it says where it fails, and where
 * none is there.
 */
export async function runProgram(names: readonly [string, ...string[]], run: ProgramRun): Promise<void> {
  const input = run.input === undefined ? undefined : await open(run.input);
  try {
    for (const name of names) if (await ran(name, run, input)) return;
  } finally {
    await input?.close();
  }
  throw new CommandError(`${names.join(' and ')} cannot be found; install the client programs of the database`);
}

/** Whether a program is there, and so has run. */
async function ran(name: string, { args, environment }: ProgramRun, input: FileHandle | undefined): Promise<boolean> {
  const child = spawn(name, args, {
    env: { ...process.env, ...environment },
    stdio: [input?.fd ?? 'ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, SHOWN);
  });
  try {
    const [code] = await once(child, 'close');
    if (code === 0) return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  throw new CommandError(complaint.trim().split('\n')[0] || `${name} failed`);
}

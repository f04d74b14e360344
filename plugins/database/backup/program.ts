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

/** How much of what a program complains about is looked at, in characters. */
const LOOKED_AT = 20_000;

/** How much of it is shown. */
const SHOWN = 500;

/**
 * Runs the first of these programs that is installed, and answers with what it prints; throws a `CommandError` with what it says
 * where it fails, and where none is there.
 */
export async function runProgram(names: readonly [string, ...string[]], run: ProgramRun): Promise<string> {
  const input = run.input === undefined ? undefined : await open(run.input);
  try {
    for (const name of names) {
      const printed = await outputOf(name, run, input);
      if (printed !== undefined) return printed;
    }
  } finally {
    await input?.close();
  }
  throw new CommandError(`${names.join(' and ')} cannot be found; install the client programs of the database`);
}

/** What a program prints; undefined where it is not installed. */
async function outputOf(
  name: string,
  { args, environment }: ProgramRun,
  input: FileHandle | undefined,
): Promise<string | undefined> {
  const child = spawn(name, args, {
    env: { ...process.env, ...environment, LC_ALL: 'C.UTF-8' },
    stdio: [input?.fd ?? 'ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let complaint = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, LOOKED_AT);
  });
  try {
    const [code, signal] = await once(child, 'close');
    if (code === 0) return printed;
    throw new CommandError(reasonIn(complaint) ?? `${name} ended with ${signal ?? `the code ${code}`}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The line of a complaint that says what is wrong, with its details: other lines quote statements, or are about none. */
function reasonIn(complaint: string): string | undefined {
  const lines = complaint.split('\n').filter((line) => /\w/.test(line));
  const at = lines.findIndex((line) => /\berror\b/i.test(line));
  const [line, detail = ''] = lines.slice(Math.max(at, 0));
  return line?.concat(/\bdetail: /i.test(detail) ? `; ${detail.trim()}` : '').slice(0, SHOWN);
}

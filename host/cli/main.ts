import { exitCodeOf, lineOf, run } from './run.ts';

/** Runs the command line of this process and ends it; an error is printed in one line and sets the exit code. */
export async function main(): Promise<never> {
  try {
    await run(process.argv.slice(2));
    process.exit();
  } catch (error) {
    const line = lineOf(error);
    if (line !== '') process.stderr.write(`tappet: ${line}\n`);
    if (process.env.TAPPET_DEBUG === '1' && error instanceof Error) process.stderr.write(`${error.stack}\n`);
    process.exit(exitCodeOf(error));
  }
}

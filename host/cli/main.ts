import { withFirstFlags } from '../collect.ts';
import { exitCodeOf, lineOf, run } from './run.ts';

/** How long a server runs before the code that its start took is kept, in milliseconds; later the engine forgets it. */
const SETTLED = 3000;

/**
 * The command line of this process, to its end: what went wrong is told in a line, and by the exit code. `keep` is called
 * once a server has started, so that the next start need not compile what this one has.
 */
export async function main(keep: () => void = () => undefined): Promise<never> {
  if (process.argv[2] === 'serve') {
    const keepNow = () => withFirstFlags(keep);
    setTimeout(keepNow, SETTLED).unref();
    process.once('exit', keepNow);
  }
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

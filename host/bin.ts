#!/usr/bin/env node
import { exitCodeOf, lineOf, run } from './cli/run.ts';

try {
  await run(process.argv.slice(2));
  process.exit();
} catch (error) {
  const line = lineOf(error);
  if (line !== '') process.stderr.write(`tappet: ${line}\n`);
  if (process.env.TAPPET_DEBUG === '1' && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exit(exitCodeOf(error));
}

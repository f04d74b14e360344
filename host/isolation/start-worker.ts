import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { codeRoot, isCompiled } from '../places.ts';
import type { WorkerStart } from './messages.ts';

/** The largest stack of a worker, in megabytes. */
const STACK = 4;

/** The module that a worker runs. When sources run, the worker registers tsx first. */
function entryOf(): URL {
  const worker = pathToFileURL(join(codeRoot, isCompiled ? 'code/worker.js' : 'host/isolation/worker.ts'));
  if (isCompiled) return worker;
  const script = `
    const { register } = await import(${JSON.stringify(import.meta.resolve('tsx/esm/api'))});
    register();
    await import(${JSON.stringify(worker.href)});`;
  return new URL(`data:text/javascript,${encodeURIComponent(script)}`);
}

/** Starts a worker with a limit of memory in bytes, and without the environment and the flags of the process. */
export function startWorker(start: WorkerStart, memory: number): Worker {
  const megabytes = Math.ceil(memory / 2 ** 20);
  const young = Math.max(2, Math.min(16, Math.floor(megabytes / 8)));
  return new Worker(entryOf(), {
    workerData: start,
    env: {},
    argv: [],
    execArgv: [],
    name: `plugin ${start.location}`,
    resourceLimits: { maxOldGenerationSizeMb: megabytes - young, maxYoungGenerationSizeMb: young, stackSizeMb: STACK },
  });
}

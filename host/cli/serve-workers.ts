import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { returnConnections } from '../cluster/handed-connections.ts';
import { passLines } from '../cluster/lines.ts';
import { Primary } from '../cluster/primary.ts';
import { WORKER_VARIABLE } from '../cluster/worker.ts';
import { WorkerProcess } from '../cluster/worker-process.ts';
import { resolveSettings } from '../config/resolve.ts';
import type { Settings } from '../config/settings.ts';
import { createLog } from '../log.ts';
import { reloader } from './reloader.ts';
import { onReloadSignal, stopSignal } from './signals.ts';

/** The stream of a worker that goes to one of this process: to a terminal as it is, so that it knows that it is one. */
const streamTo = (output: NodeJS.WriteStream): 'inherit' | 'pipe' => (output.isTTY ? 'inherit' : 'pipe');

/** Starts this process once more, as a worker; `port` replaces that of its command line. */
function fork(number: number, port: number | undefined): ReturnType<typeof cluster.fork> {
  cluster.setupPrimary({
    args: [...process.argv.slice(2), ...(port === undefined ? [] : [`--port=${port}`])],
    stdio: ['ignore', streamTo(process.stdout), streamTo(process.stderr), 'ipc'],
  });
  const worker = cluster.fork({ [WORKER_VARIABLE]: String(number) });
  returnConnections(worker, () => Object.values(cluster.workers!).some((one) => one?.isConnected()));
  const { stdout, stderr } = worker.process;
  if (stdout !== null) passLines(stdout, process.stdout);
  if (stderr !== null) passLines(stderr, process.stderr);
  return worker;
}

/** Serves with workers, of which this process is the primary, until a signal stops it. */
export async function serveWithWorkers(
  settings: Settings,
  isWatching: boolean,
  print: (line: string) => void,
): Promise<void> {
  const stopped = stopSignal();
  const { workers = 1, logLevel = 'info', shutdownDelay, shutdownTimeout, workerTimeout } = resolveSettings(settings);
  const primary = new Primary({
    count: workers === 'auto' ? availableParallelism() : workers,
    start: (number, port, handlers) => new WorkerProcess(fork(number, port), handlers),
    print,
    log: createLog(logLevel),
    closing: shutdownDelay + shutdownTimeout,
    silence: workerTimeout,
  });
  const stopReloading = onReloadSignal(
    settings,
    isWatching,
    reloader(() => primary.reload(), print),
  );
  try {
    const failed = await Promise.race([primary.start(), stopped.then(() => undefined)]);
    if (failed === undefined) await Promise.race([stopped, primary.failure]);
    // What went wrong has been printed by the worker.
    else process.exitCode = failed;
  } finally {
    await primary.stop();
    stopReloading();
  }
}

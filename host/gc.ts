import module from 'node:module';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How long after a generation ends garbage is collected, in milliseconds. */
const DELAY = 500;

/** The largest heap that is collected, in bytes; a collection stops the process for about 1 ms per megabyte. */
const LARGEST_HEAP = 256 * 2 ** 20;

/** How much more than what is in use the heap may grow before V8 collects old objects, in percent. */
const HEAP_GROWTH = 120;

let isWaiting = false;
let isTended = false;
let gc: (() => void) | undefined;

/** V8's garbage collector, also in a process that was started without `--expose-gc`. */
function exposedGc(): () => void {
  setFlagsFromString('--expose-gc');
  const exposed = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  return exposed;
}

/**
 * Collects the garbage of ended generations, once for all that end within half a second. Without it, V8 lets the heap
 * grow with every reload. A large heap is left to V8, since collecting it would stop the process for too long.
 */
export function collectGarbageSoon(): void {
  if (isWaiting) return;
  isWaiting = true;
  const timer = setTimeout(() => {
    isWaiting = false;
    if (getHeapStatistics().used_heap_size > LARGEST_HEAP) return;
    gc ??= globalThis.gc ?? exposedGc();
    gc();
  }, DELAY);
  timer.unref();
}

/**
 * Has V8 collect old objects when the heap is more than twice as large as what is in use, unless the command line says
 * otherwise. By default V8 waits until it is up to four times as large, which a server under load reaches in a minute.
 * Collecting oftener takes about a hundredth of the processor's time.
 */
function limitHeapGrowth(): void {
  if (process.execArgv.some((arg) => /^--heap[-_]growing/.test(arg))) return;
  // V8 refuses compiled code that was cached under other flags, so what is compiled by now is cached first.
  (module as { flushCompileCache?: () => void }).flushCompileCache?.();
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
}

/** Keeps the heap of a process that begins to serve small. Once: what is left of loading modules is there at the first start. */
export function tendHeap(): void {
  if (isTended) return;
  isTended = true;
  limitHeapGrowth();
  collectGarbageSoon();
}

/** How often waits are looked at, in milliseconds: one that is late ends at most this much later than it should. */
const TICK = 25;

interface Wait {
  /** The tick at which it is late. */
  readonly due: number;
  readonly late: () => void;
}

const waits = new Set<Wait>();
let clock: NodeJS.Timeout | undefined;
/** How often the clock ticked. Ticks are counted and not time, so that a blocked event loop makes no wait late. */
let ticks = 0;

function tick(): void {
  ticks++;
  for (const wait of waits) {
    if (wait.due > ticks) continue;
    waits.delete(wait);
    wait.late();
  }
  if (waits.size > 0) return;
  clearInterval(clock);
  clock = undefined;
}

/**
 * Settles as a promise does, or rejects with the error that `late` makes if it takes longer than so many milliseconds; 0
 * and Infinity wait for ever. All waits share one timer, which runs only while there are some.
 */
export function within<T>(promise: Promise<T>, milliseconds: number, late: () => unknown): Promise<T> {
  if (!(milliseconds > 0 && milliseconds < Number.POSITIVE_INFINITY)) return promise;
  clock ??= setInterval(tick, TICK);
  return new Promise((resolve, reject) => {
    const wait: Wait = { due: ticks + 1 + Math.ceil(milliseconds / TICK), late: () => reject(late()) };
    waits.add(wait);
    promise.then(
      (value) => {
        waits.delete(wait);
        resolve(value);
      },
      (error) => {
        waits.delete(wait);
        reject(error);
      },
    );
  });
}

/** The longest time that a timer of Node.js can wait, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/**
 * Settles as a promise does, or rejects with the error that `late` makes if it takes longer than so many milliseconds; 0
 * and Infinity wait for ever.
 */
export function within<T>(promise: Promise<T>, milliseconds: number, late: () => unknown): Promise<T> {
  if (!(milliseconds > 0 && milliseconds < Number.POSITIVE_INFINITY)) return promise;
  return new Promise((resolve, reject) => {
    let lastLook: NodeJS.Immediate | undefined;
    const expire = () => {
      // What became ready while the event loop was blocked is not late.
      lastLook = setImmediate(() => reject(late()));
    };
    const timer = setTimeout(expire, Math.min(milliseconds, LONGEST));
    const end = () => {
      clearTimeout(timer);
      clearImmediate(lastLook);
    };
    promise.finally(end).then(resolve, reject);
  });
}

import { readFileSync } from 'node:fs';

/** The time that this thread has run, in milliseconds; that of the whole process where the system does not tell. */
function timeRun(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

/** Measures what each turn of the event loop takes, in time that this thread has run: other load does not count. */
export function watchTurns(): { readonly stop: () => number[] } {
  const turns: number[] = [];
  let last = timeRun();
  let next = setImmediate(function turn() {
    const now = timeRun();
    turns.push(now - last);
    last = now;
    next = setImmediate(turn);
  });
  return {
    stop() {
      clearImmediate(next);
      return turns.sort((a, b) => a - b);
    },
  };
}

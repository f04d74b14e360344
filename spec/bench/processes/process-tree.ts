import { readdirSync, readFileSync } from 'node:fs';
import type { Usage } from './probe.ts';

/** A tick of the processor time in `/proc`, in microseconds, and a page of memory in bytes. */
const TICK = 10_000;
const PAGE = 4096;

/** The fields of `/proc/PID/stat` behind the name, which may hold anything: the parent is the second of them. */
const [PARENT, USER, SYSTEM, RESIDENT] = [1, 11, 12, 21];

/** What some processes and those that they started use, by `/proc`; for servers that are not ours. */
export function usageOfTree(roots: readonly number[]): Usage {
  const found = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      found.set(
        Number(name),
        stat
          .slice(stat.lastIndexOf(')') + 2)
          .split(' ')
          .map(Number),
      );
    } catch {
      // It has ended meanwhile.
    }
  }
  const isOfTree = (pid: number): boolean =>
    roots.includes(pid) || (found.has(pid) && isOfTree(found.get(pid)![PARENT]!));
  let [cpu, memory] = [0, 0];
  for (const [pid, fields] of found) {
    if (!isOfTree(pid)) continue;
    cpu += (fields[USER]! + fields[SYSTEM]!) * TICK;
    memory += fields[RESIDENT]! * PAGE;
  }
  return { cpu, memory };
}

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '../../core/base/index.ts';

/** Begins the names of the folders of this machine, behind which stands the id of the process. */
const prefix = (): string => `tappet-${hostname()}-`;

/** Removes the temporary folders of processes that were killed; the others are left to those whose they are. */
function clearAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = name.startsWith(prefix()) ? Number(/^(\d+)-[^-]+$/.exec(name.slice(prefix().length))?.[1]) : Number.NaN;
    // This process has made none so far: one with its id was another's, as in a container that was started again.
    if (Number.isNaN(pid) || (pid !== process.pid && isRunning(pid))) continue;
    try {
      rmSync(join(folder, name), { recursive: true, force: true });
    } catch {
      // Another user's stays.
    }
  }
}

/**
 * Gives the process a temporary folder of its own for all its temporary files, which is removed when the process ends;
 * removes the folders that killed processes have left.
 */
export function useOwnTemporaryFolder(): void {
  const folder = tmpdir();
  clearAbandoned(folder);
  const own = mkdtempSync(join(folder, `${prefix()}${process.pid}-`));
  process.env.TMPDIR = own;
  process.once('exit', () => rmSync(own, { recursive: true, force: true }));
}

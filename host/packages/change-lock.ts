import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PluginChangeError } from '../../core/plugin/index.ts';

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/**
 * Runs `work` while no other process changes the packages of a site; throws a `PluginChangeError` if one does. The lock is
 * a file with the id of the process; one that a killed process left is taken over.
 */
export async function whileLocked<T>(folder: string, work: () => Promise<T>): Promise<T> {
  await mkdir(join(folder, 'node_modules'), { recursive: true });
  const file = join(folder, 'node_modules', '.tappet-change');
  await take(file);
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function take(file: string): Promise<void> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const pid = Number(readFileSync(file, 'utf8'));
    if (Number.isInteger(pid) && pid > 0 && isRunning(pid) && pid !== process.pid) {
      throw new PluginChangeError('busy', `process ${pid} is changing the packages of this site; wait for it`);
    }
    await rm(file, { force: true });
    await take(file);
  }
}

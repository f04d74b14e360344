import { constants, copyFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Copies the file of a database, and the keys of its site beside it, without which a site does not start. */
export function copyDatabase(from: string, to: string): void {
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  const [keys, copy] = [from, to].map((file) => join(dirname(file), 'tappet.keys.json'));
  if (keys !== copy && existsSync(keys!)) copyFileSync(keys!, copy!);
}

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What `npm test` runs in a package that has plugins. */
const SCRIPT = 'tappet test';

interface Manifest {
  scripts?: Record<string, string>;
}

/** Whether the script is none, or the one that `npm init` writes to say so. */
const isNone = (script: string | undefined): boolean => script === undefined || script.includes('no test specified');

/**
 * Makes `npm test` run the specs of plugins in the package of a folder, unless the package has a test script of its own
 * or there is no package. Answers whether `npm test` runs them now, and whether that was changed here.
 */
export async function provideTestScript(folder: string): Promise<{ provided: boolean; changed: boolean }> {
  const file = join(folder, 'package.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return { provided: false, changed: false };
  const manifest = JSON.parse(text) as Manifest;
  const script = manifest.scripts?.test;
  if (!isNone(script)) return { provided: script!.startsWith(SCRIPT), changed: false };
  const indent = /^[\t ]+/m.exec(text)?.[0] ?? '  ';
  const changed = { ...manifest, scripts: { ...manifest.scripts, test: SCRIPT } };
  await writeFile(file, `${JSON.stringify(changed, null, indent)}\n`);
  return { provided: true, changed: true };
}

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The test script of a package with plugins. */
const SCRIPT = 'tappet test';

interface Manifest {
  scripts?: Record<string, string>;
}

/** Whether there is no script, or only the placeholder of `npm init`. */
const isNone = (script: string | undefined): boolean => script === undefined || script.includes('no test specified');

/**
 * Makes `npm test` run the specs of plugins in the package of a folder, unless there is no package or the package has its
 * own test script. Returns whether `npm test` runs the specs, and whether the script was changed.
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

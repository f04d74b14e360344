import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const SCRIPTS = ['contenders', 'load'];

/**
 * Compiles a script that runs as a process of its own, so that no process is measured with a compiler in it; returns the
 * path of the compiled script. It is in `node_modules/.cache`, from where libraries are found.
 */
export async function compileScripts(): Promise<(name: string) => string> {
  const here = fileURLToPath(new URL('..', import.meta.url));
  const outdir = join(here, '../../node_modules/.cache/tappet-bench');
  const entryPoints = SCRIPTS.flatMap((folder) =>
    readdirSync(join(here, folder)).map((file) => join(here, folder, file)),
  );
  await build({
    entryPoints,
    outdir,
    outbase: here,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  });
  return (name) => join(outdir, `${name}.mjs`);
}

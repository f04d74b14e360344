import { build } from 'esbuild';

/** A package as a script for a page, which finds it under a global name. */
export async function scriptOf(packageName: string, globalName: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `export { default } from '${packageName}';`, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: 'iife',
    globalName,
  });
  return outputFiles[0]!.text;
}

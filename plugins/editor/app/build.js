// Bundles the editor into dist/, and writes there which file is which.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'esbuild';

process.chdir(import.meta.dirname);
rmSync('dist', { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: ['src/editor.js', 'src/editor.css', 'src/canvas.css'],
  outdir: 'dist',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  legalComments: 'none',
  alias: { 'react-autosize-textarea': './src/autosize-textarea.js' },
  metafile: true,
  logLevel: 'warning',
  // Only loaded where the server leaves the work on images to browsers; its code is larger than all the rest.
  external: ['@wordpress/vips/worker'],
  define: {
    'process.env.NODE_ENV': '"production"',
    'globalThis.IS_GUTENBERG_PLUGIN': 'false',
    'globalThis.IS_WORDPRESS_CORE': 'false',
    'globalThis.SCRIPT_DEBUG': 'false',
  },
});

/** The packages that were bundled, each with the folders that it was taken from. */
const packages = new Map();
for (const input of Object.keys(metafile.inputs)) {
  const folder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
  if (folder === undefined || input.includes(':')) continue;
  const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
  packages.set(name, (packages.get(name) ?? new Set()).add(folder));
}
// Two copies of React or of a store do not share state; "overrides" in package.json prevents them.
const twice = [...packages].filter(([name, { size }]) => size > 1 && /^(?:react|react-dom|@wordpress\/.+)$/.test(name));
if (twice.length > 0) throw new Error(`bundled more than once: ${twice.map(([name]) => name).join(', ')}`);

const outputs = Object.entries(metafile.outputs);
const entries = outputs.filter(([, { entryPoint }]) => entryPoint?.startsWith('src/'));
const names = entries.map(([file, { entryPoint }]) => [basename(entryPoint), basename(file)]);
writeFileSync('dist/manifest.json', `${JSON.stringify(Object.fromEntries(names), null, 2)}\n`);
for (const [file, { bytes }] of outputs) {
  const packed = brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  writeFileSync(`${file}.br`, packed);
  const kilobytes = (size) => String(Math.ceil(size / 1024)).padStart(6);
  console.log(`${kilobytes(bytes)} kB, packed ${kilobytes(packed.length)} kB: ${basename(file)}`);
}

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A block in one of its variations, as the editor stores it. */
export interface GalleryEntry {
  /** Its name: `core/quote`. */
  readonly block: string;
  /** Which one of the block’s: `bare`, `example`, `variation grid`, `style rounded`. */
  readonly kind: string;
  /** The block that it has to stand in, where it may not stand alone. */
  readonly within?: string;
  readonly markup: string;
}

const APP = fileURLToPath(new URL('../../../plugins/editor/app/package.json', import.meta.url));
const SCRIPT = fileURLToPath(new URL('./markup.ts', import.meta.url));

/** Whether the package of the editor is installed, which has the blocks. */
export const hasBlockLibrary = existsSync(new URL('node_modules/@wordpress/block-library', `file://${APP}`));

/** Every block of the package in every variation. */
export async function readGallery(): Promise<GalleryEntry[]> {
  const command = ['--import', 'tsx', SCRIPT, APP];
  const { stdout } = await promisify(execFile)(process.execPath, command, { maxBuffer: 64_000_000 });
  return JSON.parse(stdout) as GalleryEntry[];
}

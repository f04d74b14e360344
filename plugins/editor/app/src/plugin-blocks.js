// The blocks that plugins of the site add. Those with a script are registered by it; the library registers the others that
// are rendered here, by what is told of them.
import { getBlockType, unstable__bootstrapServerSideBlockDefinitions as tellOf } from '@wordpress/blocks';
import './globals.js';
import { pageData } from './page-data.js';

const { blocks, rendered, scripts } = pageData.added;

/** Runs a script; one that is not there, or fails, is told of in the console, and the editor goes on. */
const run = (src) =>
  new Promise((resolve) => {
    const script = Object.assign(document.createElement('script'), { src, async: false });
    script.addEventListener('load', resolve);
    script.addEventListener('error', () => {
      console.error(`The script of a block could not be loaded: ${src}`);
      resolve();
    });
    document.head.append(script);
  });

/** Makes the blocks known; to be called before the editor begins. */
export async function addBlocks() {
  tellOf(blocks);
  for (const src of scripts) await run(src);
  window.__unstableAutoRegisterBlocks = rendered.filter((name) => getBlockType(name) === undefined);
}

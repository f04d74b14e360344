import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the built package. */
export const DIST = new URL('../../dist/', import.meta.url);

if (!existsSync(new URL('host/bin.js', DIST))) {
  throw new Error(`there is no ${fileURLToPath(DIST)}; run: npm run build`);
}

/** The exports of the built package: some specs run the build, as users do, and not the sources. */
export const built: typeof import('../../host/index.ts') = await import(new URL('host/index.js', DIST).href);

/** What `tappet/text` exports once it is built. */
export const builtText: typeof import('../../core/text/index.ts') = await import(
  new URL('core/text/index.js', DIST).href
);

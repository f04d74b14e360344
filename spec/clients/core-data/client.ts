import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';

const APP = new URL('../../../plugins/editor/app/', import.meta.url).pathname;

const SCRIPT = readFileSync(new URL('in-page.js', import.meta.url), 'utf8');

/** What the page has of the client once it is loaded. */
export interface Client {
  // biome-ignore lint/suspicious/noExplicitAny: the client has its own types, which are not installed here.
  readonly [part: string]: any;
}

/** Loads the client into a page of the site, as the user who is signed in there. */
export async function loadClient(page: Page): Promise<void> {
  const { outputFiles } = await build({
    stdin: { contents: SCRIPT, resolveDir: APP, loader: 'js' },
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    logLevel: 'error',
    external: ['@wordpress/vips/worker'],
    define: { 'process.env.NODE_ENV': '"production"', 'globalThis.IS_GUTENBERG_PLUGIN': 'false' },
  });
  await page.evaluate(outputFiles[0]!.text);
  await page.evaluate(async () => {
    const { apiFetch } = (globalThis as unknown as { client: Client }).client;
    const nonce = await (await fetch('/wp-admin/admin-ajax.php?action=rest-nonce')).text();
    apiFetch.nonceMiddleware = apiFetch.createNonceMiddleware(nonce);
    apiFetch.nonceEndpoint = '/wp-admin/admin-ajax.php?action=rest-nonce';
    apiFetch.use(apiFetch.nonceMiddleware);
    apiFetch.use(apiFetch.createRootURLMiddleware('/wp-json/'));
  });
}

import { existsSync } from 'node:fs';
import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';

/** Whether pages can be looked at here. */
export const hasChromium = existsSync(CHROMIUM);

/** Opens a page for the suite that this is called in, and closes it after the suite. */
export function openedPage(): { page: Page } {
  const opened = {} as { page: Page };
  let browser: Browser | undefined;
  before(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
    opened.page = await browser.newPage();
  });
  after(() => browser?.close());
  return opened;
}

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

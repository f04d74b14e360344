import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

/** Where Chromium and browsers made of it are on the systems that have a place for it. */
const PROGRAMS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Something that a spec of the block editor needs is not on this machine; the message says how it gets there. */
export class MissingForEditor extends Error {}

/**
 * Starts a browser, which reaches nothing but this machine.
 *
 * @throws {MissingForEditor} where there is no playwright-core, or no Chromium.
 */
export async function startBrowser(): Promise<Browser> {
  const { chromium } = await import('playwright-core').catch((error) => {
    const mend = 'add it with: npm install --save-dev playwright-core';
    throw new MissingForEditor(`specs of the block editor need the package "playwright-core"; ${mend}`, {
      cause: error,
    });
  });
  const { CHROME_PATH } = process.env;
  const executablePath = CHROME_PATH ?? PROGRAMS.find((path) => existsSync(path));
  if (executablePath === undefined || !existsSync(executablePath)) {
    const where = CHROME_PATH === undefined ? 'there is none here' : `there is no ${CHROME_PATH}`;
    const mend = 'install it, or set CHROME_PATH to its program';
    throw new MissingForEditor(`specs of the block editor need Chromium, and ${where}; ${mend}`);
  }
  const args = ['--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'];
  return await chromium.launch({ executablePath, args });
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandLine } from '../../support/command-line.ts';
import { until } from '../../support/until.ts';
import { type Credentials, createApplicationPassword, signIn } from './sign-in.ts';

/** A site that clients of the brand `wp` are sent to. */
export interface StartedSite {
  /** Its address, without a slash at the end. */
  url: string;
  /** The administrator with the password of the login page. */
  admin: Credentials;
  /** The administrator with an application password. */
  app: Credentials;
}

/**
 * Starts `TAPPET_BRAND=wp tappet serve` on a free port for the suite that this is called in, and stops it after the
 * suite. What it answers with can be read while specs run.
 */
export function startedSite(...args: string[]): StartedSite {
  const site = {} as StartedSite;
  const endings: (() => Promise<unknown>)[] = [];
  before(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tappet-client-'));
    endings.push(() => rm(folder, { recursive: true }));
    const { url, output, stop } = await new CommandLine(folder, { env: { TAPPET_BRAND: 'wp' } }).serve(...args);
    endings.push(stop);
    const signing = () => /Sign in as (\S+) with the password (\S+)\n/.exec(output.out);
    await until(() => signing() !== null);
    const [, username = '', password = ''] = signing()!;
    Object.assign(site, { url, admin: { username, password } });
    site.app = { username, password: await createApplicationPassword(url, await signIn(url, site.admin)) };
  });
  after(async () => {
    for (const end of endings.reverse()) await end();
  });
  return site;
}

import type { PluginHost } from '../../core/index.ts';
import { withoutPassword } from './address.ts';
import type { Guest } from './guest.ts';

/** Where a site is that another program made, and where that is which is our own. */
interface Places {
  readonly url: string;
  readonly own: string;
  readonly prefix: string;
}

/** What is done with a site that another program made, in lines for people. */
export function linesOf({ writes, derives, missing }: Guest, { url, own, prefix }: Places): string[] {
  const lines = [
    `The site is that of another program: the tables ${prefix}… in ${withoutPassword(url)}`,
    writes
      ? '--write: requests may change its content, as WordPress would; no table, column or index is changed'
      : 'It is served read-only: nothing of it is changed; --write lets requests change its content',
    derives
      ? `--derive: tables and triggers of ours are in its database: ${prefix}tappet_… and tappet_changes`
      : `What is ours is in ${withoutPassword(own)}; without --derive every answer is made anew`,
  ];
  if (missing.length > 0) lines.push(`The user of the database lacks ${missing.join(', ')}: what needs it is refused`);
  return lines;
}

/** Says at the start what is done with a site that another program made. */
export function tellGuest({ hooks, log }: PluginHost, guest: Guest, places: Places): void {
  const { missing } = guest;
  if (missing.length > 0) log.warn(`the user of the database lacks ${missing.join(', ')}: what needs it is refused`);
  hooks.action('host_listening').tap('guest', (_, print) => {
    for (const line of linesOf(guest, places)) print(line);
  });
}

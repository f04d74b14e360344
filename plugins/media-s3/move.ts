import { type CommandContext, CommandError, type PluginHost } from '../../core/index.ts';
import type { ListedStorage } from '../media/index.ts';

/** The storages that files are moved between. */
export interface Storages {
  readonly disk: ListedStorage;
  readonly s3: ListedStorage;
}

/** Adds `media move` to the command line. */
export function addMoveCommand(host: PluginHost, storages: Storages): void {
  host.command({
    name: 'media move',
    summary: 'Copies all files from the local disk into the bucket, or back. Goes on where it was stopped.',
    args: '<to>',
    flags: { '--delete': 'Deletes each file where it was, once it has been copied.' },
    run: (context) => move(context, storages),
  });
}

async function move({ args, flags, print, track }: CommandContext, { disk, s3 }: Storages): Promise<void> {
  const to = String(args.to);
  if (to !== 's3' && to !== 'disk') throw new CommandError(`files are moved to s3 or to disk, and not to "${to}"`);
  const [from, target] = to === 's3' ? [disk, s3] : [s3, disk];
  const show = track(0, 'copied');
  let copied = 0;
  let there = 0;
  let bytes = 0;
  const taken: string[] = [];
  for await (const { path, size } of from.list()) {
    const found = await target.stat(path);
    const isCopied = found === null && (await target.put(path, await from.read(path)));
    if (!isCopied && found?.size !== size) {
      taken.push(path);
      continue;
    }
    if (isCopied) copied++;
    else there++;
    if (flags.delete === true) await from.delete(path);
    bytes += size;
    show(bytes, copied + there);
  }
  print(`Success: ${copied} files copied, ${there} were there already.`);
  if (taken.length > 0) {
    const others = taken.length > 5 ? ` and ${taken.length - 5} others` : '';
    throw new CommandError(`another file has the name of: ${taken.slice(0, 5).join(', ')}${others}`);
  }
}

import { CommandError, type PluginHost } from '../../core/index.ts';
import { LIST_FLAGS } from '../../core/plugin/index.ts';
import { formatDate } from '../../core/site/index.ts';
import { namedUser, reported, type UserStore } from '../users/index.ts';
import { chunkSecret } from './secret.ts';
import type { ApplicationPasswords } from './store.ts';

const COLUMNS = ['uuid', 'app_id', 'name', 'created', 'last_used', 'last_ip', 'expires', 'scope'];

/** Adds `user application-password create`, `list` and `delete` to the command line. */
export function addCommands(host: PluginHost, users: UserStore, store: ApplicationPasswords): void {
  host.command({
    name: 'user application-password create',
    summary: 'Makes an application password and prints it.',
    args: '<user> <name>',
    flags: {
      '--app-id <uuid>': 'A UUID that the application chose.',
      '--expires <date>': 'When it ends, as 2030-01-31T12:00:00Z; it never does without.',
      '--scope <scope>': 'What it may be used for: all, or read.',
      '--porcelain': 'Prints the password alone.',
    },
    run: async ({ args, flags, print }) => {
      const user = await namedUser(users, args.user);
      const { 'app-id': app_id, scope = 'all' } = flags;
      if (scope !== 'all' && scope !== 'read') throw new CommandError(`"${scope}" is no scope; write all or read`);
      const expires = flags.expires === undefined ? {} : { expires: secondsOf(String(flags.expires)) };
      const { secret } = await reported(() =>
        store.create(user.id, {
          name: String(args.name),
          app_id: typeof app_id === 'string' ? app_id : '',
          scope,
          ...expires,
        }),
      );
      print(flags.porcelain === true ? secret : `Success: the password is ${chunkSecret(secret)}`);
    },
  });
  host.command({
    name: 'user application-password list',
    summary: 'Lists the application passwords of a user.',
    args: '<user>',
    flags: LIST_FLAGS,
    run: async ({ args, printRows }) => {
      const items = await store.list((await namedUser(users, args.user)).id);
      const rows = items.map(({ password: _, ...item }) => ({
        ...item,
        created: formatDate(item.created),
        last_used: item.last_used === null ? null : formatDate(item.last_used),
        expires: item.expires === null ? null : formatDate(item.expires),
      }));
      printRows(COLUMNS, rows);
    },
  });
  host.command({
    name: 'user application-password delete',
    summary: 'Revokes application passwords of a user.',
    args: '<user> [uuid...]',
    flags: { '--all': 'Revokes all of them.' },
    run: async ({ args, flags, print }) => {
      const user = await namedUser(users, args.user);
      if (flags.all === true) return print(`Success: ${await store.deleteAll(user.id)} revoked.`);
      const uuids = [args.uuid ?? []].flat();
      if (uuids.length === 0) throw new CommandError('name the application passwords to revoke, or give --all');
      for (const uuid of uuids) {
        if ((await store.delete(user.id, uuid)) === undefined) throw new CommandError(`there is no "${uuid}"`);
      }
      print(`Success: ${uuids.length} revoked.`);
    },
  });
}

function secondsOf(text: string): number {
  const seconds = Math.floor(Date.parse(text) / 1000);
  if (!Number.isFinite(seconds)) throw new CommandError(`"${text}" is no date; write it as 2030-01-31T12:00:00Z`);
  return seconds;
}

import { type CommandContext, CommandError, type PluginHost } from '../../core/index.ts';
import { LIST_FLAGS } from '../../core/plugin/index.ts';
import { namedUser, type UserStore } from '../users/index.ts';
import { onTheWire, secondsOf } from './controller.ts';
import type { AuditEntries } from './entries.ts';

const COLUMNS = ['id', 'date_gmt', 'user_login', 'ip', 'action', 'object_type', 'object_id', 'object_name'];

/** The most entries that one list prints. */
const MOST = 10_000;

/** Adds `audit-log list` to the command line. */
export function addCommands(host: PluginHost, entries: AuditEntries, users: UserStore): void {
  host.command({
    name: 'audit-log list',
    summary: 'Lists what happened on the site, the newest first.',
    flags: {
      '--user <user>': 'What this user did, by id, login or email address.',
      '--action <actions>': 'Entries of these actions, separated by commas.',
      '--after <date>': 'Entries after this time, in UTC unless it names a zone: 2026-03-01T10:00:00.',
      '--before <date>': 'Entries before this time.',
      '--number <number>': 'How many entries at most: 100.',
      '--offset <number>': 'How many entries to leave out at the beginning.',
      ...LIST_FLAGS,
    },
    run: async ({ flags, printRows }) => {
      const user = typeof flags.user === 'string' ? (await namedUser(users, flags.user)).id : undefined;
      const actions = typeof flags.action === 'string' ? flags.action.split(',').map((one) => one.trim()) : undefined;
      const found = await entries.query({
        user,
        actions,
        after: timeOf(flags, 'after'),
        before: timeOf(flags, 'before'),
        number: numberOf(flags, 'number', 100),
        offset: numberOf(flags, 'offset', 0),
      });
      const rows = found.entries.map(onTheWire).map((row) => ({ ...row, details: JSON.stringify(row.details) }));
      printRows(COLUMNS, rows, ['user', 'origin', 'details']);
    },
  });
}

function timeOf(flags: CommandContext['flags'], name: string): number | undefined {
  if (flags[name] === undefined) return undefined;
  const seconds = secondsOf(flags[name]);
  if (seconds === undefined) throw new CommandError(`--${name} "${flags[name]}" is no time; write 2026-03-01T10:00:00`);
  return seconds;
}

function numberOf(flags: CommandContext['flags'], name: string, standard: number): number {
  const number = Number(flags[name] ?? standard);
  if (!Number.isInteger(number) || number < 0 || number > MOST) {
    throw new CommandError(`--${name} "${flags[name]}" is no whole number up to ${MOST}`);
  }
  return number;
}

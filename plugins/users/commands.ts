import { randomBytes } from 'node:crypto';
import { type CommandContext, CommandError, type PluginHost } from '../../core/index.ts';
import { LIST_FLAGS } from '../../core/plugin/index.ts';
import { isEmail } from '../../core/text/index.ts';
import type { Roles } from '../roles/index.ts';
import { givenPassword } from './given-password.ts';
import { namedUser } from './named-user.ts';
import { reported } from './reported.ts';
import { sanitizeUser } from './sanitize-user.ts';
import type { User, UserInput } from './user.ts';
import type { UserStore } from './user-store.ts';

/** The flags of `user create` and `user update`. */
const FIELD_FLAGS = {
  '--role <role>': 'The role of the user.',
  '--user_pass [password]':
    'The password; without one it is read from TAPPET_USER_PASS or from the standard input, where no list of processes shows it.',
  '--display_name <name>': 'The name that others see.',
  '--first_name <name>': 'The first name.',
  '--last_name <name>': 'The last name.',
  '--nickname <name>': 'The nickname.',
  '--user_url <url>': "The address of the user's own site.",
  '--description <text>': 'What the user says about themselves.',
};

const COLUMNS = ['ID', 'user_login', 'display_name', 'user_email', 'user_registered', 'roles'];

const toRow = (user: User) => ({
  ID: user.id,
  user_login: user.login,
  display_name: user.displayName,
  user_email: user.email,
  user_registered: user.registered,
  roles: user.roles.join(','),
});

/** Adds `user create|list|get|update|delete` to the command line. */
export function addCommands(host: PluginHost, users: UserStore, roles: Roles): void {
  const input = async ({ flags }: CommandContext): Promise<UserInput> => ({
    ...fieldsOf(flags, roles),
    ...(flags.user_pass === undefined ? {} : { password: await givenPassword(flags.user_pass) }),
  });
  host.command({
    name: 'user create',
    summary: 'Makes a user.',
    args: '<login> <email>',
    flags: { ...FIELD_FLAGS, '--porcelain': 'Prints the id of the new user alone.' },
    run: async (context) => {
      const [login, email] = [String(context.args.login), String(context.args.email)];
      if (sanitizeUser(login, true) !== login) throw new CommandError(`"${login}" cannot be a login name`);
      if (!isEmail(email)) throw new CommandError(`"${email}" is no email address`);
      const fields = await input(context);
      const password = fields.password ?? randomBytes(18).toString('base64url');
      const user = await reported(() => users.create({ ...fields, login, email, password }));
      context.print(context.flags.porcelain === true ? String(user.id) : `Success: Created user ${user.id}.`);
      if (fields.password === undefined && context.flags.porcelain !== true) context.print(`Password: ${password}`);
    },
  });
  host.command({
    name: 'user list',
    summary: 'Lists users.',
    flags: {
      '--role <role>': 'Only users of this role.',
      ...LIST_FLAGS,
    },
    run: async ({ flags, printRows }) => {
      const filter = typeof flags.role === 'string' ? { roles: [flags.role] } : {};
      const found = await users.query({ ...filter, orderBy: 'login' });
      printRows(COLUMNS, found.users.map(toRow));
    },
  });
  host.command({
    name: 'user get',
    summary: 'Shows a user, by id, login or email address.',
    args: '<user>',
    flags: {
      '--format <format>': 'How the user is printed: table, csv or json.',
      '--field <field>': 'This field alone.',
    },
    run: async ({ args, flags, print, printRows }) => {
      const row: Record<string, unknown> = toRow(await namedUser(users, String(args.user)));
      if (typeof flags.field !== 'string') return printRows(COLUMNS, [row]);
      if (!Object.hasOwn(row, flags.field)) throw new CommandError(`there is no field "${flags.field}"`);
      print(String(row[flags.field]));
    },
  });
  host.command({
    name: 'user update',
    summary: 'Changes a user.',
    args: '<user>',
    flags: { ...FIELD_FLAGS, '--user_email <email>': 'The email address.' },
    run: async (context) => {
      const user = await namedUser(users, String(context.args.user));
      const { user_email: email } = context.flags;
      if (email !== undefined && !isEmail(String(email))) throw new CommandError(`"${email}" is no email address`);
      const fields = { ...(await input(context)), ...(email === undefined ? {} : { email: String(email) }) };
      await reported(() => users.update(user.id, fields));
      context.print(`Success: Updated user ${user.id}.`);
    },
  });
  host.command({
    name: 'user delete',
    summary: 'Deletes a user.',
    args: '<user>',
    flags: { '--reassign <user>': 'Who takes over what the user made, which is deleted too otherwise.' },
    run: async ({ args, flags, print }) => {
      const user = await namedUser(users, String(args.user));
      const heir = flags.reassign === undefined ? null : await namedUser(users, String(flags.reassign));
      if (heir?.id === user.id) throw new CommandError('a user cannot take over from itself');
      await users.delete(user.id, heir?.id ?? null);
      print(`Success: Removed user ${user.id}.`);
    },
  });
}

function fieldsOf(flags: CommandContext['flags'], roles: Roles): UserInput {
  const text = (name: string) => (typeof flags[name] === 'string' ? (flags[name] as string) : undefined);
  const role = text('role');
  if (role !== undefined && roles.get(role) === undefined) {
    throw new CommandError(`there is no role "${role}"; choose one of ${[...roles.all().keys()].join(', ')}`);
  }
  const fields: Record<keyof UserInput & string, unknown> | Record<string, unknown> = {
    displayName: text('display_name'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    nickname: text('nickname'),
    url: text('user_url'),
    description: text('description'),
    roles: role === undefined ? undefined : [role],
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

import {
  type CommandContext,
  type CommandDefinition,
  CommandError,
  type CurrentUser,
  type Generation,
  parseQuery,
  RequestContext,
  RestRequest,
  statementsOf,
  Trace,
  timelineOf,
  UserLoader,
} from '../../core/index.ts';
import type { Host } from '../create-host.ts';
import { statementsText, timelineText } from './trace-text.ts';

/** The user of an id or a login. */
async function userOf(who: string, { services }: Generation): Promise<CurrentUser> {
  const users = services.find(UserLoader);
  const user = /^\d+$/.test(who) ? await users?.load(Number(who)) : await users?.find?.(who);
  if (!user) throw new CommandError(`there is no user "${who}"; give a login or an id`);
  return user;
}

/** The request that the words of the command stand for; a path of the interface, with or without its prefix. */
async function requestOf({ args, flags, generation }: CommandContext): Promise<RestRequest> {
  const words = [args.method, args.path].filter((word) => typeof word === 'string');
  const [method, path] = words.length === 1 && words[0]!.startsWith('/') ? ['GET', words[0]!] : words;
  if (path === undefined || !path.startsWith('/')) {
    throw new CommandError('a path begins with a slash: tappet hook trace GET /cms/v2/posts');
  }
  const [address = '', query = ''] = path.split(/\?(.*)/s);
  const prefix = `/${generation.server.urlPrefix}/`;
  const route = address.startsWith(prefix) ? address.slice(prefix.length - 1) : address;
  const user = typeof flags.user === 'string' ? await userOf(flags.user, generation) : undefined;
  const http = { tls: false, serverName: 'localhost', remoteAddress: '127.0.0.1', cookie: () => undefined };
  return new RestRequest(method!, route, {
    query: parseQuery(query),
    context: new RequestContext({ user, http }),
    ...(typeof flags.body === 'string'
      ? { headers: { 'content-type': 'application/json' }, body: checkedJson(flags.body) }
      : {}),
  });
}

function checkedJson(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch (error) {
    throw new CommandError(`--body is not JSON: ${(error as Error).message}`);
  }
}

/** `hook trace METHOD PATH`: makes a request, and prints what ran, in order, with what it changed and how long it took. */
export const hookTrace = (host: Host): CommandDefinition => ({
  name: 'hook trace',
  summary: 'Make a request and print its life: hooks, taps, what they change, statements, times.',
  args: '<method> [path]',
  flags: {
    '--user <user>': 'The login or the id of the user who asks; nobody when left out.',
    '--body <json>': 'A JSON body. The request is really made, and what it writes stays written.',
    '--all': 'Also the hooks that nothing taps.',
    '--format <format>': 'How it is printed: table or json.',
  },
  async run(context) {
    const { flags, print } = context;
    const { format = 'table' } = flags;
    if (format !== 'table' && format !== 'json') {
      throw new CommandError(`there is no format "${format}"; choose table or json`);
    }
    const request = await requestOf(context);
    const name = `${request.method} ${request.route}`;
    const trace = new Trace(name, { details: true, everyHook: flags.all === true });
    const { status } = await trace.run(() => host.generation.server.serve(request));
    const statements = statementsOf(trace);
    const duration = trace.root.duration;
    if (format === 'json') {
      const sql = { count: trace.sql.count, duration: trace.sql.duration, statements };
      print(JSON.stringify({ request: name, status, duration, timeline: timelineOf(trace), sql }));
      return;
    }
    print(`${name} answered ${status} in ${duration.toFixed(2)} ms`);
    for (const line of timelineText(timelineOf(trace))) print(line);
    print(`${trace.sql.count} SQL statements in ${trace.sql.duration.toFixed(2)} ms`);
    for (const line of statementsText(statements)) print(line);
  },
});

import { type CommandDefinition, CommandError } from '../../core/index.ts';
import { statementsOf, Trace } from '../../core/trace/index.ts';
import type { Host } from '../create-host.ts';
import { REQUEST_FLAGS, readRequest, restRequestOf } from './command-request.ts';
import { timelineOf } from './timeline.ts';
import { statementsText, timelineText } from './trace-text.ts';

/** `hook trace METHOD PATH`: makes a request, and prints its hooks, taps and statements in order, with changes and times. */
export const hookTrace = (host: Host): CommandDefinition => ({
  name: 'hook trace',
  summary: 'Make a request and print its life: hooks, taps, what they change, statements, times.',
  args: '<method> [path]',
  flags: {
    ...REQUEST_FLAGS,
    '--body <json>': 'A JSON body. The request is really made, and what it writes stays written.',
    '--all': 'Also the hooks that nothing taps.',
    '--format <format>': 'How it is printed: table or json.',
  },
  async run({ args, flags, print }) {
    const { format = 'table' } = flags;
    if (format !== 'table' && format !== 'json') {
      throw new CommandError(`there is no format "${format}"; choose table or json`);
    }
    const words = [args.method, args.path] as (string | undefined)[];
    const request = await restRequestOf(readRequest('tappet hook trace', words, flags), host.generation);
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

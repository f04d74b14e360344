import { type CommandContext, CommandError, type PluginHost } from '../../core/index.ts';
import { LIST_FLAGS } from '../../core/plugin/index.ts';
import type { Options } from './options.ts';
import { isSecret } from './secret.ts';

const FORMAT = { '--format <format>': 'How values are read and printed: plain or json.' };

/** What a list shows in place of a secret, which `option get` prints. */
const HIDDEN = '(hidden)';

/** Adds `option get|update|list|delete` to the command line. */
export function addCommands(host: PluginHost, options: Options): void {
  const known = ({ args }: CommandContext): string => {
    const name = String(args.key);
    if (!options.has(name)) throw new CommandError(`there is no option "${name}"; "option list" shows them all`);
    return name;
  };
  host.command({
    name: 'option get',
    summary: 'Prints the value of an option.',
    args: '<key>',
    flags: FORMAT,
    run: async (context) => {
      const value = options.get(known(context));
      const json = context.flags.format === 'json' || typeof value === 'object';
      context.print(json ? JSON.stringify(value) : String(value));
    },
  });
  host.command({
    name: 'option update',
    summary: 'Stores the value of an option.',
    args: '<key> <value>',
    flags: FORMAT,
    run: async ({ args, flags, print }) => {
      const text = String(args.value);
      const value = flags.format === 'json' ? parseJson(text) : text;
      await options.set(String(args.key), value).catch((error: unknown) => {
        throw error instanceof TypeError ? new CommandError(error.message) : error;
      });
      print(`Success: Updated '${args.key}' option.`);
    },
  });
  host.command({
    name: 'option list',
    summary: 'Lists options and their values.',
    flags: {
      '--search <pattern>': 'Only options whose name fits; * stands for any text.',
      ...LIST_FLAGS,
    },
    run: async ({ flags, printRows }) => {
      const fits = typeof flags.search === 'string' ? wildcard(flags.search) : () => true;
      const rows = options
        .names()
        .filter(fits)
        .map((name) => ({ option_name: name, option_value: isSecret(name) ? HIDDEN : options.get(name) }));
      printRows(['option_name', 'option_value'], rows);
    },
  });
  host.command({
    name: 'option delete',
    summary: 'Removes an option.',
    args: '<key>',
    run: async (context) => {
      const name = known(context);
      await options.delete(name);
      context.print(`Success: Deleted '${name}' option.`);
    },
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError('the value is not valid JSON');
  }
}

function wildcard(pattern: string): (name: string) => boolean {
  const source = pattern.split('*').map((part) => part.replace(/[^\w]/g, '\\$&'));
  const test = new RegExp(`^${source.join('.*')}$`, 's');
  return (name) => test.test(name);
}

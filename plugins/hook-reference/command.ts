import { writeFile } from 'node:fs/promises';
import { noHook } from '../../core/hooks/index.ts';
import { type CommandDefinition, CommandError } from '../../core/index.ts';
import { htmlOf } from './html.ts';
import { markdownOf } from './markdown.ts';
import type { HookEntry } from './reference.ts';

const FORMATS: Readonly<Record<string, (entries: readonly HookEntry[]) => string>> = {
  markdown: markdownOf,
  html: htmlOf,
  json: (entries) => `${JSON.stringify(entries, null, 2)}\n`,
};

/** `docs hooks [NAME]`: prints the reference of the hooks, or writes it into a file. */
export const docsHooks = (reference: () => HookEntry[]): CommandDefinition => ({
  name: 'docs hooks',
  summary: 'Write the reference of the hooks, or of one of them.',
  args: '[name]',
  flags: {
    '--format <format>': `How it is written: ${Object.keys(FORMATS).join(', ')} (markdown).`,
    '--out <file>': 'Where to write it, rather than to print it.',
  },
  async run({ args, flags, print }) {
    const { format = 'markdown', out } = flags;
    const write = Object.hasOwn(FORMATS, String(format)) ? FORMATS[String(format)] : undefined;
    if (write === undefined) {
      throw new CommandError(`--format is ${Object.keys(FORMATS).join(', ')}, not "${format}"`);
    }
    const all = reference();
    const entries = args.name === undefined ? all : all.filter(({ name }) => name === args.name);
    if (entries.length === 0) {
      throw new CommandError(
        noHook(
          String(args.name),
          all.map(({ name }) => name),
        ),
      );
    }
    const text = write(entries);
    if (typeof out !== 'string') return print(text.trimEnd());
    try {
      await writeFile(out, text);
    } catch (error) {
      throw new CommandError(`${out} cannot be written: ${(error as Error).message}`);
    }
    print(`Success: wrote ${entries.length} hooks to ${out}.`);
  },
});

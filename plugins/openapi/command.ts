import { writeFile } from 'node:fs/promises';
import { type CommandDefinition, CommandError } from '../../core/index.ts';
import type { OpenApiObject } from './hooks.ts';

/** `types`: prints the TypeScript types of all resources and routes, or writes them into a file. */
export const typesCommand = (document: () => Promise<OpenApiObject>): CommandDefinition => ({
  name: 'types',
  summary: 'Write the TypeScript types of all resources and routes.',
  flags: { '--out <file>': 'Where to write them, rather than to print them.' },
  async run({ flags: { out }, print }) {
    const { typesOf } = await import('./typescript.ts');
    const text = typesOf(await document());
    if (typeof out !== 'string') return print(text.trimEnd());
    try {
      await writeFile(out, text);
    } catch (error) {
      throw new CommandError(`${out} cannot be written: ${(error as Error).message}`);
    }
    print(`Success: wrote the types to ${out}.`);
  },
});

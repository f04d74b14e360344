import { readFile, writeFile } from 'node:fs/promises';
import { type CommandDefinition, CommandError } from '../../core/index.ts';
import type { OpenApiObject } from './hooks.ts';

/** The source of the client, which is in the package as it is: beside this file, or where this file was built from. */
const CLIENT = new URL(
  import.meta.url.endsWith('.ts') ? './client.ts' : '../../plugins/openapi/client.ts',
  import.meta.url,
);

const LICENSE = '// Written by `tappet types`. Use it in programs of any licence.\n';

/** `types`: prints the TypeScript types of all resources and routes, or writes them into a file. */
export const typesCommand = (document: () => Promise<OpenApiObject>): CommandDefinition => ({
  name: 'types',
  summary: 'Write the TypeScript types of all resources and routes.',
  flags: {
    '--client': 'Write the client that takes them instead: a module without dependencies that asks with fetch.',
    '--out <file>': 'Where to write them, rather than to print them.',
  },
  async run({ flags: { client, out }, print }) {
    const text = LICENSE + (client === true ? await readFile(CLIENT, 'utf8') : await typesText(document));
    if (typeof out !== 'string') return print(text.trimEnd());
    try {
      await writeFile(out, text);
    } catch (error) {
      throw new CommandError(`${out} cannot be written: ${(error as Error).message}`);
    }
    print(`Success: wrote the ${client === true ? 'client' : 'types'} to ${out}.`);
  },
});

async function typesText(document: () => Promise<OpenApiObject>): Promise<string> {
  const { typesOf } = await import('./typescript.ts');
  return typesOf(await document());
}

import { type CommandContext, CommandError } from '../../core/index.ts';
import type { PackedPlugin } from '../plugin-pack/index.ts';
import type { HostlessCommand } from './hostless.ts';
import { pluginFolder } from './plugin-folder.ts';
import { runSpecs, specsIn } from './test.ts';

/** Checks a plugin as it would be published: its code and types, its `package.json`, its files, its specs. */
async function check(folder: string, print: CommandContext['print']): Promise<void> {
  const { faultsOf } = await import('../plugin-pack/index.ts');
  const faults = await faultsOf(folder);
  const specs = specsIn(folder);
  if (specs.length === 0) faults.push(`${folder}: has no specs; write one, as tappet plugin new does`);
  for (const fault of faults) print(fault);
  if (faults.length > 0) throw new CommandError(`${faults.length} to mend before ${folder} can be packed`);
  await runSpecs(specs);
}

function show({ name, version, size, files }: PackedPlugin, print: CommandContext['print']): void {
  print(`${name} ${version}, ${size} bytes:`);
  for (const { path, size: bytes } of files) print(`  ${path} (${bytes} bytes)`);
}

/** `plugin pack FOLDER`: checks a plugin and writes its npm package. */
export const pluginPack: HostlessCommand = {
  name: 'plugin pack',
  summary: 'Check a plugin and its specs, and write its npm package.',
  args: '<folder>',
  async run({ args, print }) {
    const folder = pluginFolder(String(args.folder));
    await check(folder, print);
    const { packPlugin } = await import('../plugin-pack/index.ts');
    const packed = await packPlugin(folder);
    show(packed, print);
    print(`Success: Wrote ${packed.filename}.`);
  },
};

/** `plugin publish FOLDER`: checks a plugin and publishes its npm package. */
export const pluginPublish: HostlessCommand = {
  name: 'plugin publish',
  summary: 'Check a plugin and its specs, and publish it on the npm registry.',
  args: '<folder>',
  flags: { '--dry-run': 'Show what would be published.' },
  async run({ args, flags, print }) {
    const folder = pluginFolder(String(args.folder));
    await check(folder, print);
    const { publishPlugin } = await import('../plugin-pack/index.ts');
    const isDryRun = flags['dry-run'] === true;
    const packed = await publishPlugin(folder, isDryRun);
    show(packed, print);
    print(`Success: ${isDryRun ? 'Would publish' : 'Published'} ${packed.name} ${packed.version}.`);
  },
};

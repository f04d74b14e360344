import { CommandError } from '../../core/index.ts';
import type { CheckedPlugin, Finding } from '../plugin-check/index.ts';
import type { HostlessCommand } from './hostless.ts';
import { pluginFolder } from './plugin-folder.ts';

const FORMATS = ['table', 'json'];

const lineOf = ({ folder }: CheckedPlugin, { file, line, column, level, code, message }: Finding): string =>
  `${folder}/${file}:${line}:${column}: ${level} ${code}: ${message}`;

const count = (findings: readonly Finding[], level: Finding['level']): string => {
  const number = findings.filter((finding) => finding.level === level).length;
  return `${number} ${level}${number === 1 ? '' : 's'}`;
};

/** `plugin check FOLDER`: finds mistakes in plugins before they run, and fails if there are errors. */
export const pluginCheck: HostlessCommand = {
  name: 'plugin check',
  summary: 'Find what is wrong with a plugin before it runs.',
  args: '<folders...>',
  flags: { '--format <format>': `How findings are printed: ${FORMATS.join(' or ')}.` },
  async run({ args, flags, print }) {
    const { format = 'table' } = flags;
    if (!FORMATS.includes(String(format)))
      throw new CommandError(`--format is ${FORMATS.join(' or ')}, not "${format}"`);
    const { checkPlugins } = await import('../plugin-check/index.ts');
    const checked = await checkPlugins((args.folders as string[]).map(pluginFolder));
    const findings = checked.flatMap((plugin) => plugin.findings);
    const ids = checked.map(({ name }) => name).join(', ');
    if (format === 'json') {
      print(
        JSON.stringify(
          checked.flatMap(({ name, folder, findings }) => findings.map((each) => ({ plugin: name, folder, ...each }))),
        ),
      );
    } else for (const plugin of checked) for (const finding of plugin.findings) print(lineOf(plugin, finding));
    const summary = `${count(findings, 'error')} and ${count(findings, 'warning')} in ${ids}`;
    if (findings.some(({ level }) => level === 'error')) throw new CommandError(summary);
    if (format !== 'json')
      print(findings.length === 0 ? `Success: nothing to mend in ${ids}.` : `Success: ${summary}.`);
  },
};

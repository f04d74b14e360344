import { CommandError, type PluginHost } from '../../core/index.ts';
import { LIST_FLAGS } from '../../core/plugin/index.ts';
import type { Themes } from './themes.ts';

/** Adds `theme list|activate` to the command line. */
export function addCommands(host: PluginHost, themes: Themes): void {
  host.command({
    name: 'theme list',
    summary: 'Lists themes.',
    flags: LIST_FLAGS,
    run: async ({ printRows }) => {
      const { stylesheet: active } = themes.active();
      const rows = themes.all().map(({ stylesheet, version }) => ({
        name: stylesheet,
        status: stylesheet === active ? 'active' : 'inactive',
        version,
      }));
      printRows(['name', 'status', 'version'], rows);
    },
  });
  host.command({
    name: 'theme activate',
    summary: 'Makes a theme the active one.',
    args: '<theme>',
    run: async ({ args, print }) => {
      const theme = themes.get(String(args.theme));
      if (theme === undefined) throw new CommandError(`there is no theme "${args.theme}"; "theme list" shows them all`);
      await themes.activate(theme);
      print(`Success: Switched to '${theme.name}' theme.`);
    },
  });
}

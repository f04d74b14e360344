/** The folders of core that the package publishes by themselves, each with its name: `core/site` is `tappet/dates`. */
export const PACKAGE_PARTS: readonly (readonly [folder: string, name: string])[] = [
  ['base', 'base'],
  ['cache', 'cache'],
  ['hooks', 'hooks'],
  ['plugin', 'plugin'],
  ['rest', 'rest'],
  ['schema', 'schema'],
  ['site', 'dates'],
  ['text', 'text'],
  ['trace', 'trace'],
];

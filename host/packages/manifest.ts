import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The keyword by which the package of a plugin is found on a registry and in a site. */
export const KEYWORD = 'tappet-plugin';

/** How names of packages begin that are not scoped. */
export const PACKAGE_PREFIX = 'tappet-plugin-';

/** What `package.json` of a plugin says of it. */
export interface PluginManifest {
  /** The name of the package, which may be scoped. */
  readonly name: string;
  readonly version: string;
  readonly main?: string;
  readonly keywords?: readonly string[];
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly engines?: Readonly<Record<string, string>>;
  /** The name of the plugin, where it is not that of the package, and the capabilities that its definition declares. */
  readonly tappet?: { readonly plugin?: string; readonly capabilities?: readonly string[] };
}

/** The `package.json` of a folder; undefined if there is none. Throws a `SyntaxError` that names the file. */
export function readManifest(folder: string): PluginManifest | undefined {
  const file = join(folder, 'package.json');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
  try {
    return JSON.parse(text) as PluginManifest;
  } catch (error) {
    throw new SyntaxError(`${file} is no JSON: ${(error as Error).message}`);
  }
}

/** Whether a package is one of a plugin. */
export const isPlugin = ({ keywords }: PluginManifest): boolean =>
  Array.isArray(keywords) && keywords.includes(KEYWORD);

/** The name of the plugin in a package: the one that it gives, or else that of the package without scope and prefix. */
export const pluginNameOf = ({ name, tappet }: Pick<PluginManifest, 'name' | 'tappet'>): string =>
  tappet?.plugin ?? name.replace(/^@[^/]+\//, '').replace(PACKAGE_PREFIX, '');

/** The capabilities that a package says its plugin declares. */
export const capabilitiesOf = ({ tappet }: PluginManifest): readonly string[] =>
  Array.isArray(tappet?.capabilities) ? tappet.capabilities : [];

/** The text of a `package.json`, indented as the former text is. */
export const manifestText = (manifest: object, former: string): string =>
  `${JSON.stringify(manifest, null, /^[\t ]+/m.exec(former)?.[0] ?? '  ')}\n`;

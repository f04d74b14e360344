import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../config/settings.ts';
import { isPlugin, manifestText, type PluginManifest, pluginNameOf, readManifest } from './manifest.ts';

/** The lock files of the package managers. */
const LOCK_FILES = ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock'];

/** What a site's `package.json` notes of a package of a plugin, in `tappet.plugins`. */
export interface PackageNotes {
  /** The capabilities that the operator has approved. */
  readonly capabilities?: readonly string[];
  /** The version before the last update, which `plugin rollback` goes back to. */
  readonly previous?: string;
}

/** A package of a plugin that is installed in a site. */
export interface InstalledPackage {
  /** The name of the plugin. */
  readonly plugin: string;
  /** The name of the package. */
  readonly name: string;
  readonly version: string;
  /** The folder of the package, which may be a link. */
  readonly folder: string;
  readonly manifest: PluginManifest;
  readonly notes: PackageNotes;
}

interface SiteManifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly tappet?: { readonly plugins?: Readonly<Record<string, PackageNotes>> };
}

/** The content of `package.json` and of the lock files; undefined for a file that is not there. */
export type Snapshot = ReadonlyMap<string, string | undefined>;

/** The `package.json` of a site, in which its plugins are dependencies, and what it notes of them. */
export class SitePackage {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Whether there is a `package.json`. */
  get exists(): boolean {
    return existsSync(this.#file);
  }

  /** Whether there is a lock file. */
  get isLocked(): boolean {
    return LOCK_FILES.some((name) => existsSync(join(this.folder, name)));
  }

  /** Whether yarn's Plug'n'Play keeps the packages in archives, where plugins are not looked for. */
  get hasNoFolders(): boolean {
    return existsSync(join(this.folder, '.pnp.cjs'));
  }

  /** The packages that the site depends on itself. */
  get dependencies(): ReadonlySet<string> {
    const { dependencies, devDependencies } = this.#read();
    return new Set([...Object.keys(dependencies ?? {}), ...Object.keys(devDependencies ?? {})]);
  }

  /** The plugins among the dependencies, by the order of their packages' names; those that are not there are left out. */
  installed(): InstalledPackage[] {
    if (!this.exists) return [];
    const { dependencies = {}, tappet } = this.#read();
    return Object.keys(dependencies)
      .sort()
      .flatMap((name) => {
        const folder = join(this.folder, 'node_modules', name);
        const manifest = readManifest(folder);
        if (manifest === undefined || !isPlugin(manifest)) return [];
        const notes = tappet?.plugins?.[name] ?? {};
        return [{ plugin: pluginNameOf(manifest), name, version: manifest.version, folder, manifest, notes }];
      });
  }

  /** Notes what holds of a package; empty notes take the old ones out. */
  note(name: string, notes: PackageNotes): void {
    const manifest = this.#read();
    const { [name]: _before, ...others } = manifest.tappet?.plugins ?? {};
    const plugins = Object.keys(notes).length === 0 ? others : { ...others, [name]: notes };
    const { plugins: _plugins, ...tappet } = manifest.tappet ?? {};
    const next = { ...tappet, ...(Object.keys(plugins).length === 0 ? {} : { plugins }) };
    const { tappet: _tappet, ...rest } = manifest;
    const changed = Object.keys(next).length === 0 ? rest : { ...rest, tappet: next };
    writeFileSync(this.#file, manifestText(changed, readFileSync(this.#file, 'utf8')));
  }

  async snapshot(): Promise<Snapshot> {
    const files = ['package.json', ...LOCK_FILES].map((name) => join(this.folder, name));
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => undefined)));
    return new Map(files.map((file, at) => [file, texts[at]]));
  }

  async restore(snapshot: Snapshot): Promise<void> {
    for (const [file, text] of snapshot) {
      if (text === undefined) await rm(file, { force: true });
      else await writeFile(file, text);
    }
  }

  get #file(): string {
    return join(this.folder, 'package.json');
  }

  #read(): SiteManifest {
    try {
      return JSON.parse(readFileSync(this.#file, 'utf8')) as SiteManifest;
    } catch (error) {
      throw new ConfigError(`${this.#file} cannot be read: ${(error as Error).message}; mend it, or take it out`);
    }
  }
}

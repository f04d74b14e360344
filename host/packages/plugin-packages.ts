import { existsSync } from 'node:fs';
import { join } from 'node:path';
import gt from 'semver/functions/gt.js';
import { type MaybePromise, PluginManager } from '../../core/index.ts';
import { InactivePlugins, type KnownPlugin, PluginChangeError } from '../../core/plugin/index.ts';
import { pluginSettings } from '../config/settings.ts';
import type { GenerationBuilder } from '../generation-builder.ts';
import { whileLocked } from './change-lock.ts';
import { checkPackage } from './check-package.ts';
import { capabilitiesOf, KEYWORD } from './manifest.ts';
import { managerOf, npmJson, run } from './package-manager.ts';
import { type InstalledPackage, SitePackage } from './site-package.ts';

/** Decides whether a package may have the capabilities that it asks for beyond those that were approved. */
export type Approve = (asked: {
  readonly plugin: string;
  readonly version: string;
  readonly capabilities: readonly string[];
}) => MaybePromise<boolean>;

/** A package of a plugin on the registry. */
export interface FoundPackage {
  readonly name: string;
  readonly version: string;
  readonly description: string;
}

/** A plugin with a newer version on the registry. */
export interface OutdatedPackage {
  readonly plugin: string;
  readonly package: string;
  readonly version: string;
  readonly latest: string;
}

/** The name of the package in a text like `@scope/name@^1.0.0`. */
const NAMED = /^((?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*)(?:@.*)?$/i;

/**
 * Installs, updates and removes the plugins that a site has as packages, by the package manager of the site. Each change
 * builds the next generation; one that cannot be built, or is refused, leaves the packages as they were. No script of a
 * package is run.
 */
export class PluginPackages {
  readonly #builder: GenerationBuilder;

  constructor(builder: GenerationBuilder) {
    this.#builder = builder;
  }

  /** The packages of plugins on the registry that a text finds; all of them for none. */
  async search(text: string): Promise<FoundPackage[]> {
    const words = [`keywords:${KEYWORD}`, ...text.split(/\s+/).filter(Boolean)];
    const found = (await npmJson('search', words, this.#site.folder)) as readonly FoundPackage[] | undefined;
    return (found ?? []).map(({ name, version, description = '' }) => ({
      name,
      version,
      description: withoutControls(description),
    }));
  }

  /** The installed packages with a newer version on the registry. */
  async outdated(): Promise<OutdatedPackage[]> {
    const { folder } = this.#site;
    const rows = await Promise.all(
      this.#site.installed().map(async ({ plugin, name, version }) => {
        const latest = String(await npmJson('view', [`${name}@latest`, 'version'], folder));
        return { plugin, package: name, version, latest };
      }),
    );
    return rows.filter(({ version, latest }) => gt(latest, version));
  }

  /**
   * Installs a package, or another version of one that is installed.
   *
   * @param spec - What the package manager installs: a name with or without a version, a file, an address.
   * @param active - Whether a plugin that was not installed runs at once.
   * @returns What is installed then.
   */
  install(spec: string, approve: Approve, active = true): Promise<InstalledPackage> {
    return this.#change(spec, approve, { active });
  }

  /** Installs the newest version of a plugin, or the given one. Returns what is installed then. */
  async update(plugin: string, approve: Approve, version = 'latest'): Promise<InstalledPackage> {
    return await this.#change(`${this.find(plugin).name}@${version}`, approve);
  }

  /** Installs the version of a plugin that its last update replaced. Returns what is installed then. */
  async rollback(plugin: string, approve: Approve): Promise<InstalledPackage> {
    const { name, notes } = this.find(plugin);
    if (notes.previous === undefined) {
      throw new PluginChangeError('package', `"${plugin}" was not updated, so there is nothing to go back to`);
    }
    return await this.#change(`${name}@${notes.previous}`, approve, { keepsPrevious: false });
  }

  /** Takes the package of a plugin out of the site; within a turn of the builder. */
  async uninstall(plugin: string): Promise<void> {
    const { name } = this.find(plugin);
    const { folder } = this.#site;
    const { command, remove } = managerOf(folder);
    await whileLocked(folder, async () => {
      await run(command, [...remove, name], folder);
      this.#site.note(name, {});
    });
  }

  /** The package of an installed plugin, which its own name or that of its package names. */
  find(plugin: string): InstalledPackage {
    const installed = this.#site.installed();
    const found = installed.find((one) => one.plugin === plugin || one.name === plugin);
    if (found !== undefined) return found;
    const names = installed.map((one) => one.plugin).join(', ');
    const hint = names === '' ? 'no plugin is' : `those are ${names}`;
    throw new PluginChangeError('unknown', `"${plugin}" is not installed as a package; ${hint}`);
  }

  get #site(): SitePackage {
    const { packages } = pluginSettings(this.#builder.settings);
    if (packages !== undefined) return new SitePackage(packages);
    const mend = 'npm init -y and npm install tappet make a folder one';
    throw new PluginChangeError('not-installable', `plugins are installed in a package of your own; ${mend}`);
  }

  async #change(
    spec: string,
    approve: Approve,
    { keepsPrevious = true, active = true } = {},
  ): Promise<InstalledPackage> {
    const site = this.#site;
    checkSite(site);
    if (spec.startsWith('-')) throw new PluginChangeError('package', `"${spec}" names no package`);
    return await this.#builder.inTurn(() =>
      whileLocked(site.folder, async () => {
        const { command, add, restore } = managerOf(site.folder);
        // Without a lock file, a package manager does not take out again what it has added.
        if (!site.isLocked) await run(command, restore, site.folder);
        const earlier = site.installed();
        const snapshot = await site.snapshot();
        const { generation } = this.#builder.built;
        try {
          await run(command, [...add, spec], site.folder);
          const added = addedBy(spec, site, earlier);
          const before = earlier.find(({ name }) => name === added.name);
          checkPackage(site, added);
          this.#checkName(added, before);
          const capabilities = await approvedFor(added, before, approve);
          const previous = before?.version === added.version ? before.notes.previous : before?.version;
          site.note(added.name, {
            ...(capabilities.length === 0 ? {} : { capabilities }),
            ...(keepsPrevious && previous !== undefined ? { previous } : {}),
          });
          await this.#build(added.plugin, before !== undefined || active);
          return this.find(added.plugin);
        } catch (error) {
          await site.restore(snapshot);
          await run(command, restore, site.folder).catch((reason: Error) => {
            throw new PluginChangeError('registry', `${(error as Error).message}; and then ${reason.message}`);
          });
          if (this.#builder.built.generation !== generation) await this.#builder.rebuild();
          throw error;
        }
      }),
    );
  }

  /** Builds the next generation, which the plugin has to run in unless it is switched off. */
  async #build(plugin: string, active: boolean): Promise<void> {
    const { services } = this.#builder.built.generation;
    const list = services.find(InactivePlugins);
    const before = active ? undefined : await list?.switch(plugin, 'off');
    const known = this.#known(plugin);
    const isOff = !active || (known?.status === 'inactive' && known.skipped === undefined);
    try {
      await this.#builder.rebuild(undefined, isOff ? undefined : plugin);
    } catch (error) {
      if (!active) await list?.switch(plugin, before);
      throw new PluginChangeError('build', (error as Error).message, { cause: error });
    }
  }

  /** The plugin of a name, if the host knows one. */
  #known(plugin: string): KnownPlugin | undefined {
    const manager = this.#builder.built.generation.services.find(PluginManager);
    return manager?.all().find(({ name }) => name === plugin);
  }

  /** Throws if the plugin of a package has the name of another plugin. */
  #checkName({ plugin, name }: InstalledPackage, before: InstalledPackage | undefined): void {
    if (before?.plugin === plugin || this.#known(plugin) === undefined) return;
    throw new PluginChangeError('package', `${name} holds a plugin "${plugin}", and there is one of that name already`);
  }
}

/** A text of a registry without the characters that change what a terminal shows. */
const withoutControls = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, '');

/** The capabilities that a package asks for; throws a `PluginChangeError` unless those that are new are approved. */
async function approvedFor(
  { plugin, version, manifest }: InstalledPackage,
  before: InstalledPackage | undefined,
  approve: Approve,
): Promise<readonly string[]> {
  const asked = capabilitiesOf(manifest);
  const more = asked.filter((capability) => before?.notes.capabilities?.includes(capability) !== true);
  if (more.length > 0 && !(await approve({ plugin, version, capabilities: more }))) {
    const message = `"${plugin}" ${version} asks for ${more.join(', ')}, which was not approved`;
    throw new PluginChangeError('unapproved', message);
  }
  return asked;
}

/** Throws unless packages can be installed in a folder. */
function checkSite(site: SitePackage): void {
  if (!site.exists || !site.dependencies.has('tappet')) {
    const mend = 'npm install tappet makes it one';
    throw new PluginChangeError('not-installable', `${site.folder} is no package that depends on tappet; ${mend}`);
  }
  if (site.hasNoFolders) {
    const mend = 'yarn config set nodeLinker node-modules, and then yarn install, put them there';
    throw new PluginChangeError('not-installable', `the packages of ${site.folder} are not in node_modules; ${mend}`);
  }
}

/** The package that was added; throws a `PluginChangeError` if it is none of a plugin. */
function addedBy(spec: string, site: SitePackage, earlier: readonly InstalledPackage[]): InstalledPackage {
  const installed = site.installed();
  const name = existsSync(join(site.folder, spec)) ? undefined : NAMED.exec(spec)?.[1];
  const added =
    name === undefined
      ? installed.find((one) => !earlier.some((other) => other.name === one.name && other.version === one.version))
      : installed.find((one) => one.name === name);
  if (added !== undefined) return added;
  throw new PluginChangeError(
    'package',
    `${name ?? spec} is no plugin of Tappet, or nothing new: it has no keyword ${KEYWORD}`,
  );
}

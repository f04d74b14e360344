import { resolve } from 'node:path';
import { PluginError, type Site, serviceToken } from '../../core/index.ts';
import { isSecret, type Key } from './key.ts';
import { KeyFile } from './key-file.ts';

/** Where the keys of a site lie. */
export interface KeySource {
  /** What it is called in messages: a path, or the environment. */
  readonly name: string;
  /** The keys, the signing one first; none for a source that wants new ones, undefined where nothing is. */
  read(): readonly Key[] | undefined;
  /** Stores keys; left out of a source that is read only. */
  write?(keys: readonly Key[]): void;
  /** Whether the options tell which key signs, so that other processes notice a new one; true when left out. */
  readonly isAnnounced?: boolean;
}

/** Keys made of secrets that the site has for another program too, and from where those are, as messages name it. */
export interface SharedKeys {
  readonly name: string;
  /** A key of 64 to 256 hexadecimal digits. */
  readonly secret: string;
  /** The signature of a text where the other program makes the same for a purpose; undefined for all other purposes. */
  sign(purpose: string, text: string): string | undefined;
}

/** The token of such keys. */
export const SharedKeys = serviceToken('shared-keys', {
  requiredPermissions: 'authentication',
  provider: 'authentication',
});

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'shared-keys': SharedKeys;
  }
}

/** The variable of the environment that gives keys. */
export const VARIABLE = 'TAPPET_AUTH_KEYS';

/** A source of given keys, newest first; `name` is where they were given. */
export function givenKeys(secrets: readonly string[], name: string): KeySource {
  if (!secrets.every(isSecret)) {
    throw new PluginError(
      `auth-keys: ${name} must hold keys of 64 to 256 hexadecimal digits, the newest first; "openssl rand -hex 64" makes one`,
      { ofConfiguration: true },
    );
  }
  const keys = secrets.map((secret) => ({ secret }));
  return { name, read: () => keys };
}

/** The keys of a file. */
export function keysOfFile(path: string): KeySource {
  const file = new KeyFile(resolve(path));
  return { name: file.path, read: () => file.read(), write: (keys) => file.write(keys) };
}

/** The keys of sites whose database is in memory, which live as long as it does. */
const inMemory = new WeakMap<Site, readonly Key[]>();

/** Keys that live as long as the site. */
export const keysInMemory = (site: Site): KeySource => ({
  name: 'memory',
  read: () => inMemory.get(site) ?? [],
  write: (keys) => void inMemory.set(site, keys),
});

import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { PluginError } from '../../core/index.ts';
import { isSecret, type Key } from './key.ts';

/** The keys of a site in a file that its owner alone may read. */
export class KeyFile {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** The keys; none where the file is empty, undefined where there is none. Throws a `PluginError` for any other text. */
  read(): Key[] | undefined {
    let text: string;
    try {
      text = readFileSync(this.path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw new PluginError(
        `auth-keys: ${this.path} cannot be read: ${(error as Error).message}; let the host's user read it`,
      );
    }
    if (text.trim() === '') return [];
    const keys = parse(text);
    if (keys === undefined) {
      throw new PluginError(
        `auth-keys: ${this.path} does not hold signing keys; restore it, or empty it, which signs everybody out`,
      );
    }
    return keys;
  }

  /** Stores keys; the file is there whole or as it was. */
  write(keys: readonly Key[]): void {
    const draft = `${this.path}.${process.pid}`;
    try {
      mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
      writeFileSync(draft, `${JSON.stringify({ keys }, null, 2)}\n`, { mode: 0o600 });
      // A file that was there keeps its mode.
      chmodSync(draft, 0o600);
      renameSync(draft, this.path);
    } catch (error) {
      throw new PluginError(
        `auth-keys: ${this.path} cannot be written: ${(error as Error).message}; let the host's user write there, or give the keys in TAPPET_AUTH_KEYS`,
      );
    }
  }
}

function parse(text: string): Key[] | undefined {
  try {
    const { keys } = JSON.parse(text) as { keys: Key[] };
    const isKey = ({ secret, until }: Key) => isSecret(secret) && (until === undefined || Number.isFinite(until));
    return keys.length > 0 && keys.every(isKey) ? keys : undefined;
  } catch {
    return undefined;
  }
}

import type { AuthKeys } from '../auth-keys/index.ts';
import { isSerialized, maybeUnserialize, serialize } from '../database/index.ts';
import type { WidgetInstance } from './widget-types.ts';

/** What a widget is set to, as it travels through clients that may not change it: in base64, and signed. */
export interface EncodedInstance {
  readonly encoded: string;
  readonly hash: string;
}

const PURPOSE = 'widget';

/** Writes and reads instances of widgets as they travel. */
export class Instances {
  readonly #keys: AuthKeys;

  constructor(keys: AuthKeys) {
    this.#keys = keys;
  }

  encode(instance: WidgetInstance | null): EncodedInstance {
    const text = serialize(instance);
    return { encoded: Buffer.from(text).toString('base64'), hash: this.#keys.sign(PURPOSE, text) };
  }

  /** The instance that was encoded here; null for anything else, whatever it is. */
  decode({ encoded, hash }: { readonly encoded?: unknown; readonly hash?: unknown }): WidgetInstance | null {
    if (typeof encoded !== 'string' || typeof hash !== 'string') return null;
    const text = Buffer.from(encoded, 'base64').toString();
    if (!isSerialized(text) || !this.#keys.verify(PURPOSE, text, hash)) return null;
    const value = maybeUnserialize(text);
    if (value === null) return {};
    return typeof value === 'object' ? { ...value } : null;
  }
}

import { reservedError } from '../database/index.ts';
import type { OptionStoring, Options } from './options.ts';

/** The options of a store that are not reserved. */
export class OpenOptions implements Options {
  readonly #all: Options;
  readonly #isReserved: (name: string) => boolean;

  constructor(all: Options, isReserved: (name: string) => boolean) {
    this.#all = all;
    this.#isReserved = isReserved;
  }

  get version(): number {
    return this.#all.version;
  }

  get(name: string, fallback: string): string;
  get<T = unknown>(name: string, fallback?: T): T;
  get(name: string, fallback?: unknown): unknown {
    return this.#isReserved(name) ? fallback : this.#all.get(name, fallback);
  }

  has(name: string): boolean {
    return !this.#isReserved(name) && this.#all.has(name);
  }

  names(): string[] {
    return this.#all.names().filter((name) => !this.#isReserved(name));
  }

  load(names: readonly string[]): Promise<void> {
    return this.#all.load(names.filter((name) => !this.#isReserved(name)));
  }

  async set(name: string, value: unknown, storing?: OptionStoring): Promise<void> {
    if (this.#isReserved(name)) throw reservedError('the option', name);
    await this.#all.set(name, value, storing);
  }

  async setAll(values: Readonly<Record<string, unknown>>): Promise<void> {
    const reserved = Object.keys(values).find((name) => this.#isReserved(name));
    if (reserved !== undefined) throw reservedError('the option', reserved);
    await this.#all.setAll(values);
  }

  async change(name: string, change: (value: unknown) => unknown): Promise<void> {
    if (this.#isReserved(name)) throw reservedError('the option', name);
    await this.#all.change(name, change);
  }

  async lock(names: readonly string[]): Promise<void> {
    await this.#all.lock(names.filter((name) => !this.#isReserved(name)));
  }

  onChange(listener: () => void): () => void {
    return this.#all.onChange(listener);
  }

  async delete(name: string): Promise<boolean> {
    if (this.#isReserved(name)) throw reservedError('the option', name);
    return this.#all.delete(name);
  }
}

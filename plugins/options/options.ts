import { serviceToken } from '../../core/index.ts';

/** How an option is stored that is not there yet. */
export interface OptionStoring {
  /** Whether WordPress loads it with each request; true when left out. */
  readonly autoload?: boolean;
}

/**
 * The site's options. Lists and maps are stored in PHP's serialization, anything else as text. Reserved ones are not
 * among them: to read them is as if they were not there, and to write them is refused.
 */
export interface Options {
  /**
   * The value of an option, from memory: numbers as text, lists and maps as data that must not be changed; `fallback`
   * when there is no such option.
   */
  get(name: string, fallback: string): string;
  get<T = unknown>(name: string, fallback?: T): T;
  has(name: string): boolean;
  /** The names of all options in memory, in order. */
  names(): string[];
  /**
   * Reads options that are not in memory from the start, and keeps them there. In the tables of a WordPress these are all
   * that it does not load with each request.
   */
  load(names: readonly string[]): Promise<void>;
  /**
   * Stores a value; where the table has it already, nothing is written nor fired. A new option is one of those that WordPress loads with
   * each request unless `autoload` is false. Throws a `TypeError` for a reserved name.
   */
  set(name: string, value: unknown, storing?: OptionStoring): Promise<void>;
  /** Stores several values, all of them or none: of those who do so at once, one has set all. */
  setAll(values: Readonly<Record<string, unknown>>): Promise<void>;
  /**
   * Stores what `change` makes of the value that the table has now, which no write of others comes between, of other processes
   * neither: lists are changed by this. Undefined where there is none, and the value itself, given back, writes nothing.
   */
  change(name: string, change: (value: unknown) => unknown): Promise<void>;
  /**
   * Reads options from the table, and has nobody else change them until the open transaction ends: what is read of them then,
   * and worked out from it, holds when it is written. One that is not there is not locked.
   */
  lock(names: readonly string[]): Promise<void>;
  /** Calls a function when options were read that another process has changed; answers with what ends that. */
  onChange(listener: () => void): () => void;
  /** Grows whenever options may have changed; values that are derived from options are valid until then. */
  readonly version: number;
  /** Removes an option; answers whether there was one. */
  delete(name: string): Promise<boolean>;
}

/** The token of the site's options. */
export const Options = serviceToken('options', {
  requiredPermissions: 'options:write',
  reads: ['get', 'has', 'names', 'load', 'onChange'],
});

/** The site's options with the reserved ones: the roles, and what the host keeps of itself. */
export const ReservedOptions = serviceToken<Options>('reserved-options', { requiredPermissions: 'authentication' });

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    options: Options;
    'reserved-options': Options;
  }
}

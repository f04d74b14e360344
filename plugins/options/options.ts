import { serviceToken } from '../../core/index.ts';

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
  /** The names of all options, in order. */
  names(): string[];
  /** Stores a value; an unchanged one is not written and fires nothing. Throws a `TypeError` for a reserved name. */
  set(name: string, value: unknown): Promise<void>;
  /** Grows whenever options may have changed; values that are derived from options are valid until then. */
  readonly version: number;
  /** Removes an option; answers whether there was one. */
  delete(name: string): Promise<boolean>;
}

/** The token of the site's options. */
export const Options = serviceToken('options', {
  requiredPermissions: 'options:write',
  reads: ['get', 'has', 'names'],
});

/** The site's options with the reserved ones: the roles, and what the host keeps of itself. */
export const ReservedOptions = serviceToken<Options>('reserved-options', { requiredPermissions: 'authentication' });

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    options: Options;
    'reserved-options': Options;
  }
}

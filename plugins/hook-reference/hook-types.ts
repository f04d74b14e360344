import { serviceToken } from '../../core/index.ts';

/** The types of hooks' parameters as text, which are gone when the code runs. */
export interface HookTypes {
  /** The types of a declared hook's parameters, in order; undefined for a hook of which none are known. */
  of(name: string): readonly string[] | undefined;
}

/** The token of the service that knows the types of hooks: the host provides it, for the hooks that come with it. */
export const HookTypes = serviceToken('hook-types');

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'hook-types': HookTypes;
  }
}

import { serviceToken } from '../services.ts';
import type { HookDeclaration } from './declare.ts';

/** The types of hooks' parameters as text, which are gone when the code runs. */
export interface HookTypes {
  /** The types of a declared hook's parameters, in order; undefined for a hook of which none are known. */
  of(name: string): readonly string[] | undefined;
}

/** The token of whoever knows the types of hooks: the host does, of those that come with it. */
export const HookTypes = serviceToken<HookTypes>('hook-types');

declare module '../services.ts' {
  interface ServiceCatalogue {
    'hook-types': HookTypes;
  }
}

/** What a tap of a hook looks like in TypeScript: `(url: string, path: string) => string`, as far as types are known. */
export function hookSignature({ kind, timing, params }: HookDeclaration, types: readonly string[] = []): string {
  const typed = params.map((name, at) => (types[at] === undefined ? name : `${name}: ${types[at]}`));
  const value = kind === 'action' ? 'void' : (types[0] ?? 'unknown');
  const answer = timing === 'sync' ? value : `Promise<${value}>`;
  return `(${typed.join(', ')}) => ${answer}`;
}

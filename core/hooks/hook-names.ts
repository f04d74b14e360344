import type { HookCatalogue } from './catalogue.ts';
import type { HookDeclaration } from './declare.ts';

/** `rest_prepare_{post_type}` as the template literal type that concrete names fit. */
export type Concrete<N extends string> = N extends `${infer A}{${string}}${infer B}`
  ? `${A}${string}${Concrete<B>}`
  : N;

/** The declaration that a name stands for: its own, or else that of the patterns it fits. */
export type DeclarationOf<N extends string> = N extends keyof HookCatalogue
  ? HookCatalogue[N]
  : { [K in keyof HookCatalogue & string]: N extends Concrete<K> ? HookCatalogue[K] : never }[keyof HookCatalogue &
      string];

/** The parameters of a declared hook. */
export type ParamsOf<D> = D extends HookDeclaration<infer _K, infer _T, infer P> ? P : never;

import type { HookDeclaration } from '../../core/index.ts';

/** What a tap of a hook looks like in TypeScript: `(url: string, path: string) => string`, as far as types are known. */
export function hookSignature({ kind, timing, params }: HookDeclaration, types: readonly string[] = []): string {
  const typed = params.map((name, at) => (types[at] === undefined ? name : `${name}: ${types[at]}`));
  const value = kind === 'action' ? 'void' : (types[0] ?? 'unknown');
  const answer = timing === 'sync' ? value : `Promise<${value}>`;
  return `(${typed.join(', ')}) => ${answer}`;
}

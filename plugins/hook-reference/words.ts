import type { Firing, HookEntry } from './reference.ts';

/** One line on a hook, in parts of which some are code. */
export type Words = readonly (string | { readonly code: string })[];

const code = (text: string) => ({ code: text });

function firing({ in: life, after, before }: Firing): Words {
  const order = [
    ...(after === null ? [] : [' after ', code(after)]),
    ...(before === null ? [] : [after === null ? ' before ' : ', before ', code(before)]),
  ];
  return ['Fires in ', code(life), ...order, '.'];
}

/** The lines on a hook beside its meaning. */
export function linesOf({ kind, timing, owner, section, decides, inner, needs, fires }: HookEntry): Words[] {
  const waits = timing === 'async' ? 'asynchronous' : 'synchronous';
  return [
    [
      `${kind === 'filter' ? 'Filter' : 'Action'}, ${waits}, of `,
      code(owner),
      section === null ? '.' : `; section ${section} of the specification.`,
    ],
    [
      decides
        ? 'It decides: a tap that throws fails the request.'
        : 'A tap that throws is skipped, and the request goes on.',
    ],
    [
      `Requests that are dispatched within another one, as by a batch or for an embed, ${inner ? 'fire it too' : 'do not fire it'}.`,
    ],
    ...(needs.length === 0
      ? []
      : [['A plugin that taps it declares ', ...needs.flatMap((need, at) => [at === 0 ? '' : ', ', code(need)]), '.']]),
    ...fires.map(firing),
  ];
}

/** The example of a hook with the members that the plugin's definition needs for it. */
export const exampleText = ({ requirements, example }: HookEntry): string =>
  [...requirements.map((line) => `// ${line}`), example].join('\n');

import { closest } from '../base/closest.ts';

/** A pattern's name with its placeholder filled by the words of a wrong name: `rest_prepare_post` for `rest_prepar_post`. */
function filled(pattern: string, wrong: string): string {
  const parts = /^([^{]*)\{[^{}]*\}([^{]*)$/.exec(pattern);
  if (parts === null || wrong.includes('{')) return pattern;
  const [, before = '', after = ''] = parts;
  const words = wrong.split('_');
  const count = (text: string) => text.split('_').length - 1;
  const value = words.slice(count(before), words.length - count(after)).join('_');
  return value === '' ? pattern : `${before}${value}${after}`;
}

/** The line for a name that nothing declares, with the hook that was most likely meant; of a pattern, that of one value. */
export function noHook(wrong: string, declared: readonly string[]): string {
  const nearest = closest(wrong, [...declared, ...declared.map((name) => filled(name, wrong))]);
  return `there is no hook "${wrong}"${nearest === undefined ? '; tappet hook list shows all' : `; did you mean "${nearest}"?`}`;
}

import { toInteger } from '../../../core/index.ts';

/** The id that a parameter stands for; 0 for what can be none. */
export const idOf = (value: unknown): number => Math.max(toInteger(value), 0);

/** The ids of a list parameter, which lose their sign. */
export const idsOf = (value: unknown): number[] =>
  Array.isArray(value) ? value.map((id) => Math.abs(toInteger(id))) : [];

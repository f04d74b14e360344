import { toInteger } from '../../../core/schema/index.ts';

/** The id that a parameter holds; 0 for a value that cannot be an id. */
export const idOf = (value: unknown): number => Math.max(toInteger(value), 0);

/** The ids of a list parameter, without their signs. */
export const idsOf = (value: unknown): number[] =>
  Array.isArray(value) ? value.map((id) => Math.abs(toInteger(id))) : [];

import type { ArgumentSchema } from '../../core/index.ts';

type Schemas = Readonly<Record<string, ArgumentSchema>>;

/** An attribute that is on or off. */
export const flag = (standard: boolean): ArgumentSchema => ({ type: 'boolean', default: standard });

/** An attribute with a text. */
export const text = (standard?: string): ArgumentSchema =>
  standard === undefined ? { type: 'string' } : { type: 'string', default: standard };

/** An attribute with a number. */
export const number = (standard?: number, more: ArgumentSchema = {}): ArgumentSchema =>
  standard === undefined ? { type: 'number', ...more } : { type: 'number', default: standard, ...more };

/**
 * What any block may have beside its own attributes. `align` and `className` become classes; colors, sizes and the
 * like are accepted, and left to front ends.
 */
const COMMON: Schemas = {
  align: { type: 'string', enum: ['', 'left', 'center', 'right', 'wide', 'full'] },
  className: text(),
  anchor: text(),
  lock: { type: 'object' },
  metadata: { type: 'object' },
  style: { type: 'object' },
  backgroundColor: text(),
  borderColor: text(),
  fontFamily: text(),
  fontSize: text(),
  gradient: text(),
  textColor: text(),
};

/** The attributes of a block: its own and those of any block. */
export const withCommon = (own: Schemas): Schemas => ({ ...COMMON, ...own });

import type { ArgumentSchema } from '../../core/index.ts';
import { featureOf, supportsAny } from './features.ts';

const TEXT: ArgumentSchema = { type: 'string' };
const OBJECT: ArgumentSchema = { type: 'object' };
const ALIGN: ArgumentSchema = { type: 'string', enum: ['left', 'center', 'right', 'wide', 'full', ''] };

/** The attributes that a block has because of what it supports, by name. */
export function attributesOfSupports(supports: Readonly<Record<string, unknown>>): Record<string, ArgumentSchema> {
  const [color, letters, border] = ['color', 'typography', 'border'].map((name) => featureOf(supports, name));
  const isStyled = ['color', 'spacing', 'typography', 'border'].some((name) => supportsAny(supports, name));
  const found: readonly (readonly [name: string, schema: ArgumentSchema, isThere: unknown])[] = [
    ['lock', OBJECT, true],
    ['align', ALIGN, supports.align],
    ['className', TEXT, supports.customClassName !== false],
    ['style', OBJECT, isStyled],
    ['backgroundColor', TEXT, color?.('background')],
    ['textColor', TEXT, color?.('text')],
    ['gradient', TEXT, color?.('gradients')],
    ['borderColor', TEXT, border?.('color')],
    ['fontSize', TEXT, letters?.('fontSize')],
    ['fontFamily', TEXT, letters?.('fontFamily')],
    ['layout', OBJECT, supports.layout ?? supports.__experimentalLayout],
  ];
  return Object.fromEntries(found.filter(([, , isThere]) => isThere).map(([name, schema]) => [name, schema]));
}

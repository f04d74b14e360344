import { type Part, PartKind } from '../../../core/hooks/likeness.ts';
import { slotsOf } from '../../../core/hooks/passage.ts';
import type { Posing } from '../../../core/hooks/posing.ts';

/** What a remembered value is handed out as. */
export function posedAs(posing: Posing, part: Part): unknown {
  const template = [part.kind === PartKind.value ? part.value : part.at];
  return posing.fill(template, slotsOf([part]), undefined)[0];
}

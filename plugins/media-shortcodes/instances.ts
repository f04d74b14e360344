import { getOrMake } from '../../core/base/index.ts';
import type { RenderContext } from '../content-rendering/index.ts';

/** Numbers the shortcodes of each kind in a text from 1, by which their elements are told apart. */
export class Instances {
  readonly #counts = new WeakMap<RenderContext, Map<string, number>>();

  /** The number of the next shortcode of a kind. */
  next(kind: string, context: RenderContext): number {
    const counts = getOrMake(this.#counts, context, () => new Map<string, number>());
    const number = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number);
    return number;
  }
}

import type { RestResponse } from '../rest/response.ts';
import { PartKind } from './likeness.ts';
import type { Slot } from './passage.ts';
import type { Poser, Shape } from './shape.ts';

/** The objects that are others each time something is made, in an order of their own: the item, the request. */
export type Sitters = readonly object[];

/** A list or map as it is made again: with all lists and maps that it alone leads to. */
export interface Form {
  readonly shape: Shape;
  readonly values: readonly unknown[];
}

/** Remembered values as they are handed out at one time. */
export class Posing implements Poser {
  readonly #forms: readonly (Form | undefined)[];
  readonly #sitters: Sitters;
  readonly #made: (object | undefined)[] = [];

  constructor(forms: readonly (Form | undefined)[], sitters: Sitters) {
    this.#forms = forms;
    this.#sitters = sitters;
  }

  /**
   * A list of arguments, with what stands in its slots. A list or map is the same one each time, and whoever gets it may
   * change it.
   */
  fill(template: readonly unknown[], slots: readonly Slot[], response: RestResponse | undefined): unknown[] {
    const args = template.slice();
    for (const { place, kind } of slots) {
      const at = args[place] as number;
      args[place] = kind === PartKind.thing ? this.thing(at) : kind === PartKind.sitter ? this.#sitters[at] : response;
    }
    return args;
  }

  sitter(at: number): object {
    return this.#sitters[at]!;
  }

  thing(at: number): object {
    const made = this.#made[at];
    if (made !== undefined) return made;
    const { shape, values } = this.#forms[at]!;
    return shape.make(at, values, this);
  }

  made(at: number): object | undefined {
    return this.#made[at];
  }

  place(at: number, made: object): void {
    this.#made[at] = made;
  }

  /** Whether nobody changed what was handed out. */
  isTrue(): boolean {
    for (let at = 0; at < this.#made.length; at++) {
      const made = this.#made[at];
      if (made === undefined) continue;
      const { shape, values } = this.#forms[at]!;
      if (!shape.isAsMade(made, values, this)) return false;
    }
    return true;
  }
}

import { getOrMake } from '../base/get-or-make.ts';
import { claim } from '../hooks/owners.ts';
import type { ArgumentSchema } from '../schema/index.ts';
import type { RestRequest } from './request.ts';

/** A field that is attached to object types from outside (2.2). */
export interface AdditionalField {
  /** Produces the value from the prepared data; without it the field is absent from answers. */
  readonly get_callback?:
    | ((data: Record<string, unknown>, name: string, request: RestRequest, objectType: string) => unknown)
    | null;
  /** Stores a value on the model object; without it the field cannot be written. May answer with an error object. */
  readonly update_callback?:
    | ((value: unknown, object: unknown, name: string, request: RestRequest, objectType: string) => unknown)
    | null;
  /** The field's schema, shown by OPTIONS; null for none. */
  readonly schema?: ArgumentSchema | null;
}

/** The additional fields of a generation, by object type and name. */
export class AdditionalFields {
  readonly #byType = new Map<string, Map<string, AdditionalField>>();

  /** Attaches a field to one or more object types; a later one of the same name wins. */
  register(objectType: string | readonly string[], attribute: string, field: AdditionalField): void {
    claim(field);
    for (const type of typeof objectType === 'string' ? [objectType] : objectType) {
      getOrMake(this.#byType, type, () => new Map()).set(attribute, field);
    }
  }

  /** The fields of an object type, by name. */
  of(objectType: string): ReadonlyMap<string, AdditionalField> {
    return this.#byType.get(objectType) ?? NONE;
  }
}

const NONE: ReadonlyMap<string, AdditionalField> = new Map();

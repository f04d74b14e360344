import { type RequiredPermissions, writePermissions } from '../base/capabilities.ts';
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

/** What a plugin needs to attach fields to objects, by type; fields get the objects that they are shown with. */
const REQUIRED: Readonly<Record<string, RequiredPermissions>> = { user: 'users:read', settings: 'options:read' };

/** Called for each field that is attached; refuses it by throwing. */
type AuthorizeField = (act: string, required: RequiredPermissions) => void;

/** The additional fields of a generation, by object type and name. */
export class AdditionalFields {
  readonly #authorize: AuthorizeField;

  constructor(authorize: AuthorizeField = () => undefined) {
    this.#authorize = authorize;
  }

  readonly #byType = new Map<string, Map<string, AdditionalField>>();

  /** Attaches a field to one or more object types; a later one of the same name wins. */
  register(objectType: string | readonly string[], attribute: string, field: AdditionalField): void {
    claim(field);
    for (const type of typeof objectType === 'string' ? [objectType] : objectType) {
      const required = Object.hasOwn(REQUIRED, type) ? REQUIRED[type]! : 'content:read';
      this.#authorize(`attaches a field to "${type}"`, field.update_callback ? writePermissions(required) : required);
      getOrMake(this.#byType, type, () => new Map()).set(attribute, field);
    }
  }

  /** The fields of an object type, by name. */
  of(objectType: string): ReadonlyMap<string, AdditionalField> {
    return this.#byType.get(objectType) ?? NONE;
  }
}

const NONE: ReadonlyMap<string, AdditionalField> = new Map();

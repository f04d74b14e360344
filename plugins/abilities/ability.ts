import type { ArgumentSchema, RestError, RestRequest } from '../../core/index.ts';

/** The effects of an ability on the site; null where its author declared nothing. */
export interface AbilityAnnotations {
  /** The ability changes nothing and is run by GET. */
  readonly readonly?: boolean | null;
  /** The ability may delete data; with `idempotent` it is run by DELETE, everything else by POST. */
  readonly destructive?: boolean | null;
  /** Running it twice with the same input has the same effect as running it once. */
  readonly idempotent?: boolean | null;
}

/** An action that programs can run on the site, described by texts and schemas. */
export interface AbilityArgs {
  /** A name for people. */
  readonly label: string;
  /** What it does, for people and programs that choose by it. */
  readonly description: string;
  /** The slug of a registered category. */
  readonly category: string;
  /** What it takes; nothing when left out. */
  readonly input_schema?: ArgumentSchema;
  /** What it answers; anything when left out. */
  readonly output_schema?: ArgumentSchema;
  /** Whether the interface shows it; false when left out. */
  readonly show_in_rest?: boolean;
  readonly annotations?: AbilityAnnotations;
  /** Whether the current user may run it with this input, which is valid by the schema. */
  readonly permission_callback: (input: unknown, request: RestRequest) => unknown;
  /** Does it; an error object, thrown or answered, is what the interface answers. */
  readonly execute_callback: (input: unknown, request: RestRequest) => unknown | RestError;
}

export interface Ability extends AbilityArgs {
  /** The name with its namespace: `shop/refund`. */
  readonly name: string;
}

/** What abilities are for. */
export interface AbilityCategory {
  readonly slug: string;
  readonly label: string;
  readonly description: string;
}

/** The method by which an ability is run, by its annotations. */
export function methodOf({ annotations = {} }: Ability): 'GET' | 'POST' | 'DELETE' {
  if (annotations.readonly) return 'GET';
  return annotations.destructive && annotations.idempotent ? 'DELETE' : 'POST';
}

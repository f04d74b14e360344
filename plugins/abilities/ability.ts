import type { ArgumentSchema, RestError, RestRequest } from '../../core/index.ts';

/** What is known of what an ability does to the site; null where that was not said. */
export interface AbilityAnnotations {
  /** It changes nothing: it is run by GET. */
  readonly readonly?: boolean | null;
  /** It may take away what is there; with `idempotent` it is run by DELETE, everything else by POST. */
  readonly destructive?: boolean | null;
  /** To run it twice with the same input comes to the same as once. */
  readonly idempotent?: boolean | null;
}

/** Something that the site can do for programs, told in words and schemas. */
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
  /** Whether whoever asks may run it with this input, which fits the schema. */
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

/** The method by which an ability is run, as its annotations tell. */
export function methodOf({ annotations = {} }: Ability): 'GET' | 'POST' | 'DELETE' {
  if (annotations.readonly) return 'GET';
  return annotations.destructive && annotations.idempotent ? 'DELETE' : 'POST';
}

import { isMarked, REFUSAL } from '../hooks/failure.ts';
import { TRACE_VIEW } from '../trace/snapshot.ts';
import { authorizationRequiredCode, type CurrentUser } from './user.ts';

const MARK = Symbol.for('tappet.RestError');

/** Further members of an error's `data`: `status`, `params`, `details` and others. */
export type ErrorData = Record<string, unknown> & { status?: number };

/** An error object of the interface (7): a code, a message, data, and perhaps further errors. */
export class RestError extends Error {
  readonly [MARK] = true;
  /** A tap of a hook that decides refuses by throwing it. */
  readonly [REFUSAL] = true;
  readonly code: string;
  /** Null when the error carries no data, as some of the reference's do. */
  readonly data: ErrorData | null;
  /** Further data recorded under the same code: `additional_data` on the wire. */
  additionalData?: unknown[];
  /** Further errors with codes of their own: `additional_errors` on the wire. */
  additionalErrors?: RestError[];
  /** Headers of the answer that stands for it. */
  readonly headers?: Readonly<Record<string, string>>;

  constructor(code: string, message: string, data: ErrorData | null = null) {
    // It is an answer and no failure: to note where it was made takes longer than most of what it refuses.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'RestError';
    this.code = code;
    this.data = data;
  }

  /** What a trace compares before and after a tap. */
  [TRACE_VIEW](): object {
    return { code: this.code, message: this.message, data: this.data };
  }

  /** The HTTP status: the data's, or 500. */
  get status(): number {
    return typeof this.data?.status === 'number' ? this.data.status : 500;
  }
}

/**
 * Whether a value is an error object of the interface, of any copy of this module.
 *
 * @param value anything
 */
export const isRestError = (value: unknown): value is RestError => isMarked(value, MARK);

/** The body of an error's answer: `{ code, message, data }`. */
export function errorBody(error: RestError): Record<string, unknown> {
  const body: Record<string, unknown> = { code: error.code, message: error.message, data: error.data };
  if (error.additionalData !== undefined) body.additional_data = error.additionalData;
  if (error.additionalErrors !== undefined) body.additional_errors = error.additionalErrors.map(errorBody);
  return body;
}

/** How an error is declared: its status, or `'authorization'` for 401 or 403 by user (5), and its text. */
export type ErrorDeclaration = readonly [status: number | 'authorization' | null, message: string];

type ErrorMaker<D extends ErrorDeclaration> = D[0] extends 'authorization'
  ? (who: { readonly user: CurrentUser }, data?: Record<string, unknown>) => RestError
  : (data?: Record<string, unknown>) => RestError;

/** Errors by code, as they are declared. */
export type ErrorDeclarations = Readonly<Record<string, ErrorDeclaration>>;

/**
 * Declares errors once, by code, and makes the functions that create them.
 *
 * @param declarations each code with its status and text; `'authorization'` is 401 or 403 by the user, and null gives an
 * error without data
 * @returns a function for each code: `throw errors.shop_closed()`; one of an `'authorization'` error takes the request
 *
 * ```ts
 * const errors = defineErrors({ shop_closed: [503, 'The shop is closed.'], shop_forbidden: ['authorization', 'Not yours.'] });
 * ```
 */
export function defineErrors<const T extends ErrorDeclarations>(
  declarations: T,
): { readonly [C in keyof T]: ErrorMaker<T[C]> } & { readonly declarations: T } {
  const makers: Record<string, unknown> = { declarations };
  for (const [code, [status, message]] of Object.entries(declarations)) {
    makers[code] =
      status === 'authorization'
        ? (who: { user: CurrentUser }, data?: Record<string, unknown>) =>
            new RestError(code, message, { status: authorizationRequiredCode(who.user), ...data })
        : (data?: Record<string, unknown>) =>
            new RestError(code, message, status === null ? null : { status, ...data });
  }
  return Object.freeze(makers) as never;
}

/** Some errors of a table, as an endpoint declares them: `errors: declared(shopErrors, 'shop_closed')`. */
export const declared = <T extends ErrorDeclarations>(
  { declarations }: { readonly declarations: T },
  ...codes: readonly (keyof T & string)[]
): ErrorDeclarations => Object.fromEntries(codes.map((code) => [code, declarations[code]!]));

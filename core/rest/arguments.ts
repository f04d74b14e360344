import { isPromise } from '../maybe-promise.ts';
import { compileSchema, type SchemaIssue } from '../schema/index.ts';
import type { Endpoint, EndpointArgument, SanitizeCallback } from './endpoint.ts';
import { errorBody, isRestError, RestError } from './error.ts';
import type { Params } from './query.ts';
import type { RestRequest } from './request.ts';

/** The error object that a schema's verdict becomes. */
export function issueToError(issue: SchemaIssue): RestError {
  return new RestError(issue.code, issue.message, { status: 400, param: issue.param, ...issue.data });
}

/** The stock `validate_callback`: checks a value against the argument's own schema. */
export function validateRequestArg(value: unknown, request: RestRequest, name: string): true | RestError {
  const schema = request.endpoint?.args[name];
  if (schema === undefined) return true;
  const issue = compileSchema(schema).validate(value, name);
  return issue === undefined ? true : detailed(issue);
}

/** The stock `sanitize_callback`: cleans a value by the argument's own schema. */
export function sanitizeRequestArg(value: unknown, request: RestRequest, name: string): unknown {
  const schema = request.endpoint?.args[name];
  return schema === undefined ? value : compileSchema(schema).sanitize(value, name);
}

/** The check that an argument with a type gets by default: validates, then sanitizes. */
export function parseRequestArg(value: unknown, request: RestRequest, name: string): unknown {
  const verdict = validateRequestArg(value, request, name);
  return verdict === true ? sanitizeRequestArg(value, request, name) : verdict;
}

/** An error whose code is the newer, finer one, as `data.details` shows it. */
const detailed = (issue: SchemaIssue): RestError =>
  new RestError(issue.inner ?? issue.code, issue.message, { param: issue.param, ...issue.data });

const MISSING = 'rest_missing_callback_param';
const INVALID = 'rest_invalid_param';

class Refusals {
  readonly params: Record<string, string> = Object.create(null);
  readonly details: Record<string, unknown> = Object.create(null);
  any = false;

  add(name: string, error?: RestError): void {
    this.any = true;
    this.params[name] = error?.message ?? 'Invalid parameter.';
    if (error !== undefined) this.details[name] = errorBody(error);
  }

  toError(): RestError {
    const names = Object.keys(this.params);
    // No refusal carried an error of its own: an empty map is an empty list on the wire.
    const details = Object.keys(this.details).length > 0 ? this.details : [];
    return new RestError(INVALID, `Invalid parameters: ${names.join(', ')}.`, {
      status: 400,
      params: this.params,
      details,
    });
  }
}

/**
 * Checks a matched request: its JSON can be read, nothing required is missing, and every
 * `validate_callback` passes. Answers with the error to send, if any.
 */
export async function checkArguments(request: RestRequest, endpoint: Endpoint): Promise<RestError | undefined> {
  const jsonError = request.jsonError();
  if (jsonError !== undefined) return jsonError;
  const { required, validated } = planOf(endpoint);
  const missing = required.filter((name) => request.getParam(name) === null);
  if (missing.length > 0) {
    return new RestError(MISSING, `Missing parameters: ${missing.join(', ')}.`, { status: 400, params: missing });
  }
  const refusals = new Refusals();
  for (const [name, argument] of validated) {
    const value = request.getParam(name);
    if (value === null) continue;
    const outcome = argument.validate_callback!(value, request, name);
    const verdict = isPromise(outcome) ? await resolve(outcome) : outcome;
    if (isRestError(verdict)) refusals.add(name, verdict);
    else if (verdict === false) refusals.add(name);
  }
  return refusals.any ? refusals.toError() : undefined;
}

/**
 * Sanitizes every argument in every source, shadowed ones and defaults too, in place. Answers with the
 * error to send, if any.
 */
export async function sanitizeArguments(request: RestRequest, endpoint: Endpoint): Promise<RestError | undefined> {
  const refusals = new Refusals();
  const { sanitizers } = planOf(endpoint);
  for (const source of request.parameterOrder()) {
    const params: Params = request.paramsOf(source);
    for (const name of Object.keys(params)) {
      const sanitize = sanitizers.get(name);
      if (sanitize === undefined) continue;
      const outcome = sanitize(params[name], request, name);
      const value = isPromise(outcome) ? await resolve(outcome) : outcome;
      if (isRestError(value)) refusals.add(name, value);
      else params[name] = value;
    }
  }
  return refusals.any ? refusals.toError() : undefined;
}

/** What is to be done about the arguments of an endpoint. */
interface Plan {
  readonly required: readonly string[];
  readonly validated: readonly (readonly [name: string, argument: EndpointArgument])[];
  readonly sanitizers: ReadonlyMap<string, SanitizeCallback>;
}

const plans = new WeakMap<Endpoint, Plan>();

/** The plan of an endpoint, made once: most of its arguments are absent from most requests. */
function planOf(endpoint: Endpoint): Plan {
  let plan = plans.get(endpoint);
  if (plan === undefined) {
    const args = Object.entries(endpoint.args);
    plan = {
      required: args.filter(([, argument]) => argument.required === true).map(([name]) => name),
      validated: args.filter(([, argument]) => typeof argument.validate_callback === 'function'),
      sanitizers: new Map(
        args.flatMap(([name, argument]) => {
          const sanitize = sanitizerOf(argument);
          return sanitize === undefined ? [] : [[name, sanitize] as const];
        }),
      ),
    };
    plans.set(endpoint, plan);
  }
  return plan;
}

/** What sanitizes an argument: its own callback if it names one, even null, or else its schema. */
function sanitizerOf(argument: EndpointArgument): SanitizeCallback | undefined {
  if (argument.sanitize_callback !== undefined) return argument.sanitize_callback ?? undefined;
  return argument.type === undefined ? undefined : parseRequestArg;
}

/** A callback may throw its error object instead of answering with it. */
async function resolve(outcome: unknown): Promise<unknown> {
  try {
    return await outcome;
  } catch (error) {
    if (isRestError(error)) return error;
    throw error;
  }
}

import { getOrMake } from '../base/get-or-make.ts';
import { isPromise } from '../base/maybe-promise.ts';
import { compileSchema, type SchemaIssue } from '../schema/index.ts';
import type { Endpoint, EndpointArgument, SanitizeCallback } from './endpoint.ts';
import { errorBody, isRestError, RestError } from './error.ts';
import type { RestRequest } from './request.ts';

/** The error object that a schema's verdict becomes. */
export function issueToError(issue: SchemaIssue): RestError {
  return new RestError(issue.code, issue.message, { status: 400, param: issue.param, ...issue.data });
}

/**
 * The stock `validate_callback`: checks a value against the argument's own schema.
 *
 * @param value the value of the argument
 * @param request the request, whose endpoint has the argument's schema
 * @param name the name of the argument
 * @returns true, or the error object that refuses the value
 */
export function validateRequestArg(value: unknown, request: RestRequest, name: string): true | RestError {
  const schema = request.endpoint?.args[name];
  if (schema === undefined) return true;
  const issue = compileSchema(schema).validate(value, name);
  return issue === undefined ? true : detailed(issue);
}

/** The stock `sanitize_callback`: cleans a value by the argument's own schema. */
export function sanitizeRequestArg(value: unknown, request: RestRequest, name: string): unknown {
  const schema = request.endpoint?.args[name];
  return schema === undefined ? value : compileSchema(schema).sanitize(value);
}

/**
 * The check that an argument with a type gets by default: validates, then sanitizes.
 *
 * @param value the value of the argument
 * @param request the request, whose endpoint has the argument's schema
 * @param name the name of the argument
 * @returns the sanitized value, or the error object that refuses it
 */
export function parseRequestArg(value: unknown, request: RestRequest, name: string): unknown {
  const verdict = validateRequestArg(value, request, name);
  return verdict === true ? sanitizeRequestArg(value, request, name) : verdict;
}

/** An error whose code is the newer, finer one, as `data.details` shows it. */
const detailed = (issue: SchemaIssue): RestError =>
  new RestError(issue.inner ?? issue.code, issue.message, issue.data ?? null);

const MISSING = 'rest_missing_callback_param';
const INVALID = 'rest_invalid_param';

/** What is refused of the parameters of a request, each with its error where it has one. */
class Refusals {
  #errors: Map<string, RestError | undefined> | undefined;

  add(name: string, error?: RestError): void {
    this.#errors ??= new Map();
    this.#errors.set(name, error);
  }

  /** The error of all that was refused; undefined when nothing was. */
  toError(): RestError | undefined {
    if (this.#errors === undefined) return undefined;
    const params: Record<string, string> = Object.create(null);
    const details: Record<string, unknown> = Object.create(null);
    for (const [name, error] of this.#errors) {
      params[name] = error?.message ?? 'Invalid parameter.';
      if (error !== undefined) details[name] = errorBody(error);
    }
    const names = Object.keys(params);
    // Where no refusal carries an error of its own, an empty map is an empty list on the wire.
    const shown = Object.keys(details).length > 0 ? details : [];
    return new RestError(INVALID, `Invalid parameters: ${names.join(', ')}.`, { status: 400, params, details: shown });
  }
}

/** What a parameter of a path is that has no type of its own. */
const TEXT: EndpointArgument = { type: 'string' };

/** Refuses lists and maps that the query or the body give in place of a parameter of the path, which is used as text. */
function checkPath(request: RestRequest, { args }: Endpoint): RestError | undefined {
  const refusals = new Refusals();
  for (const name of Object.keys(request.paramsOf('url'))) {
    const value = request.getParam(name);
    if (typeof value !== 'object' || value === null) continue;
    const issue = compileSchema(args[name]?.type === undefined ? TEXT : args[name]).validate(value, name);
    refusals.add(name, issue && detailed(issue));
  }
  return refusals.toError();
}

/**
 * Checks a matched request: its JSON can be read, nothing required is missing, and every `validate_callback` passes.
 * Answers with the error to send, if any.
 */
export async function checkArguments(request: RestRequest, endpoint: Endpoint): Promise<RestError | undefined> {
  const unusable = request.jsonError() ?? checkPath(request, endpoint);
  if (unusable !== undefined) return unusable;
  const { required, validated } = planOf(endpoint);
  const missing = required.filter((name) => request.getParam(name) === null);
  if (missing.length > 0) {
    return new RestError(MISSING, `Missing parameters: ${missing.join(', ')}.`, { status: 400, params: missing });
  }
  const refusals = new Refusals();
  for (const [name, argument] of validated) {
    const value = request.getParam(name);
    if (value === null) continue;
    const verdict = await resolve(argument.validate_callback!(value, request, name));
    if (isRestError(verdict)) refusals.add(name, verdict);
    else if (verdict === false) refusals.add(name);
  }
  return refusals.toError();
}

/**
 * Sanitizes every argument in every source, shadowed ones and defaults too, in place. Answers with the error to send,
 * if any.
 */
export async function sanitizeArguments(request: RestRequest, endpoint: Endpoint): Promise<RestError | undefined> {
  const { sanitizers, ofDefaults } = planOf(endpoint);
  if (sanitizers.size === 0) return undefined;
  const refusals = new Refusals();
  for (const source of request.parameterOrder()) {
    const params = request.paramsOf(source);
    for (const name of Object.keys(params)) {
      const sanitize = (source === 'defaults' ? ofDefaults : sanitizers).get(name);
      if (sanitize === undefined) continue;
      const outcome = sanitize(params[name], request, name);
      const value = isPromise(outcome) ? await resolve(outcome) : outcome;
      if (isRestError(value)) refusals.add(name, value);
      else params[name] = value;
    }
  }
  return refusals.toError();
}

/** What is to be done about the arguments of an endpoint. */
interface Plan {
  readonly required: readonly string[];
  readonly validated: readonly (readonly [name: string, argument: EndpointArgument])[];
  readonly sanitizers: ReadonlyMap<string, SanitizeCallback>;
  /** Those of defaults that are not known to stay as they are. */
  readonly ofDefaults: ReadonlyMap<string, SanitizeCallback>;
}

const plans = new WeakMap<Endpoint, Plan>();

/** The plan of an endpoint, made once: most of its arguments are absent from most requests. */
const planOf = (endpoint: Endpoint): Plan => getOrMake(plans, endpoint, makePlan);

function makePlan(endpoint: Endpoint): Plan {
  const args = Object.entries(endpoint.args);
  const sanitizers = args.flatMap(([name, argument]) => {
    const sanitize = sanitizerOf(argument);
    return sanitize === undefined ? [] : [[name, sanitize] as const];
  });
  return {
    required: args.filter(([, argument]) => argument.required === true).map(([name]) => name),
    validated: args.filter(([, argument]) => typeof argument.validate_callback === 'function'),
    sanitizers: new Map(sanitizers),
    ofDefaults: new Map(sanitizers.filter(([name]) => !staysAsIs(endpoint.args[name]!, name))),
  };
}

/** Whether the schema of an argument, which alone sanitizes it, leaves its default as it is. Lists are copied each time. */
function staysAsIs(argument: EndpointArgument, name: string): boolean {
  const { default: value } = argument;
  if (typeof value === 'object' || sanitizerOf(argument) !== parseRequestArg) return false;
  const schema = compileSchema(argument);
  return schema.validate(value, name) === undefined && schema.sanitize(value) === value;
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

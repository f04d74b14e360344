import { isMap } from '../../core/base/index.ts';
import {
  type EndpointArgument,
  type FieldSchema,
  RestError,
  type RestRequest,
  validateRequestArg,
} from '../../core/index.ts';
import { issueToError } from '../../core/rest/index.ts';
import { compileSchema } from '../../core/schema/index.ts';
import { type Cleaner, cleanText } from './clean.ts';

/** Settings of a font family or a font face, as theme.json has them. */
export type FontSettings = Readonly<Record<string, unknown>>;

/** How settings are read from a request: JSON in the text of one argument, so that a form may hold files beside it. */
export interface SettingsForm {
  /** The name of the argument. */
  readonly name: string;
  /** The schema of the settings. */
  readonly field: FieldSchema;
  /** Settings that are cleaned in another way than texts are. */
  readonly cleaners: Readonly<Record<string, Cleaner>>;
  /** Refuses settings that fit the schema. */
  readonly check?: (settings: FontSettings, request: RestRequest) => true | RestError;
}

/** The argument that holds settings; reading the argument gives them cleaned. */
export const settingsArgument = (form: SettingsForm): EndpointArgument => ({
  description: `${form.field.description} As JSON in a text.`,
  type: 'string',
  required: true,
  validate_callback: (value, request, name) => {
    const verdict = validateRequestArg(value, request, name);
    return verdict === true ? checked(String(value), form, request) : verdict;
  },
  sanitize_callback: (value) => {
    const settings = parsed(value);
    return settings === undefined ? noJson(form.name) : cleaned(settings, form);
  },
});

/** The error of an argument with invalid settings. */
export const badSettings = (message: string): RestError =>
  new RestError('rest_invalid_param', message, { status: 400 });

const noJson = (name: string): RestError => badSettings(`${name} must be an object as JSON.`);

function checked(text: string, form: SettingsForm, request: RestRequest): true | RestError {
  const { name, field } = form;
  const settings = parsed(text);
  if (settings === undefined) return noJson(name);
  const issue = compileSchema(field).validate(settings, name);
  if (issue !== undefined) return issueToError(issue);
  const required = Array.isArray(field.required) ? field.required : [];
  const empty = required.find((key) => Object.hasOwn(settings, key) && isEmpty(settings[key]));
  if (empty !== undefined) return badSettings(`${name}[${empty}] must not be empty.`);
  return form.check?.(settings, request) ?? true;
}

const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : String(value ?? '').trim() === '';

function cleaned(settings: FontSettings, { cleaners }: SettingsForm): FontSettings {
  const entries = Object.entries(settings).map(([key, value]) => [
    key,
    (Object.hasOwn(cleaners, key) ? cleaners[key]! : cleanText)(value),
  ]);
  return Object.fromEntries(entries);
}

function parsed(value: unknown): FontSettings | undefined {
  try {
    const json: unknown = JSON.parse(String(value));
    return isMap(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

/** Settings as the content of an item has them. Content that other systems have stored may be invalid. */
export const readSettings = (content: string): FontSettings => parsed(content) ?? {};

/** The content of an item that stores settings. Cleaning of markup finds nothing in it. */
export const writeSettings = (settings: FontSettings): string =>
  JSON.stringify(settings).replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);

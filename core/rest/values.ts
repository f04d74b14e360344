import { mustBe } from '../hooks/value.ts';
import { isMap } from '../schema/container.ts';
import { isRestError } from './error.ts';
import { RestRequest } from './request.ts';
import { RestResponse } from './response.ts';

const SOURCES: readonly unknown[] = ['json', 'body', 'query', 'url', 'defaults'];

/** What the values of the runtime's filters must be where they may be of several kinds. */
export const beRequestOrFalse = mustBe(
  'a request or false',
  (value) => value === false || value instanceof RestRequest,
);

export const beSources = mustBe(
  'a list of sources of parameters',
  (value) => Array.isArray(value) && value.every((source) => SOURCES.includes(source)),
);

export const beUserId = mustBe(
  'the id of a user or false',
  (value) => value === false || (Number.isInteger(value) && Number(value) >= 0),
);

export const beVerdict = mustBe(
  'an error object, true or null',
  (value) => value === null || value === true || isRestError(value),
);

export const beErrorOrNull = mustBe('an error object or null', (value) => value === null || isRestError(value));

export const beNamesOrNull = mustBe(
  'a list of names or null',
  (value) => value === null || (Array.isArray(value) && value.every((name) => typeof name === 'string')),
);

export const beAnswerOrNull = mustBe(
  'a response, an error object or null',
  (value) => value === null || value instanceof RestResponse || isRestError(value),
);

const isEndpoint = (value: unknown): boolean =>
  isMap(value) &&
  Array.isArray(value.methods) &&
  isMap(value.args) &&
  (value.callback === null || typeof value.callback === 'function') &&
  (value.permission_callback === undefined || typeof value.permission_callback === 'function');

export const beRoutes = mustBe(
  'a map of routes by pattern',
  (value) =>
    isMap(value) &&
    Object.values(value).every(
      (route) =>
        isMap(route) &&
        typeof route.pattern === 'string' &&
        isMap(route.options) &&
        Array.isArray(route.endpoints) &&
        route.endpoints.every(isEndpoint),
    ),
);

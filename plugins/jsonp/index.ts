import { definePlugin, type RestRequest } from '../../core/index.ts';
import { callbackErrors } from './errors.ts';
import { jsonpHooks } from './hooks.ts';

const FUNCTION_NAME = /^[\w.]+$/;

/** Separators that JSON allows in texts and older scripts do not. */
const LINE_SEPARATORS = /[\u2028\u2029]/g;

/** JSONP by `_jsonp`. */
export default definePlugin({
  name: 'jsonp',
  version: '0.1.0',
  description: 'Wraps answers in a call of the function that `_jsonp` names.',
  group: 'framework',
  cacheable: true,
  capabilities: ['authentication', 'requests'],
  hooks: jsonpHooks,
  setup({ hooks }) {
    const enabled = hooks.filter('rest_jsonp_enabled');

    const refusal = (callback: unknown) => {
      if (!enabled.call(true)) return callbackErrors.rest_callback_disabled();
      if (typeof callback !== 'string' || !FUNCTION_NAME.test(callback)) return callbackErrors.rest_callback_invalid();
      return undefined;
    };

    hooks.filter('rest_serve_request').tap('jsonp', (request) => {
      const callback = callbackOf(request);
      const refused = callback === undefined ? undefined : refusal(callback);
      if (refused !== undefined) throw refused;
    });

    hooks.filter('rest_pre_serve_request').tap('jsonp', (served, response, request) => {
      if (served || callbackOf(request) === undefined) return;
      response.header('Content-Type', 'application/javascript; charset=UTF-8');
    });

    hooks.filter('rest_response_body').tap('jsonp', (body, _response, request) => {
      const callback = callbackOf(request);
      if (callback === undefined || refusal(callback) !== undefined) return body;
      // The comment in front keeps what follows from being read as anything but a script.
      return `/**/${callback}(${body.replace(LINE_SEPARATORS, escapeSeparator)})`;
    });
  },
});

/** The callback that the query names; undefined when there is none or it is empty. */
const callbackOf = (request: RestRequest): unknown => request.paramsOf('query')._jsonp || undefined;

const escapeSeparator = (character: string): string => `\\u${character.charCodeAt(0).toString(16)}`;

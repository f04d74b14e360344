import type { Logger } from '../base/logger.ts';
import { reportable } from '../base/reportable.ts';
import { HookFailureError } from '../hooks/index.ts';
import { isRestError, RestError } from './error.ts';
import { faultOf } from './fault.ts';
import type { RestRequest } from './request.ts';
import { isRecorded } from './route-rules.ts';

/** The error object that stands for anything thrown; what is not one of the interface is logged, and hidden unless `debug`. */
export function thrownToError(
  error: unknown,
  request: RestRequest | undefined,
  log: Logger,
  debug: boolean,
): RestError {
  if (isRestError(error)) return error;
  const details = debug ? { detail: reportable(HookFailureError.is(error) ? error.error : error).stack } : {};
  if (HookFailureError.is(error)) {
    const code = `rest_plugin_${error.plugin.replaceAll('-', '_')}_failed`;
    return new RestError(code, 'A plugin of this site failed.', { status: 500, plugin: error.plugin, ...details });
  }
  const plugin = request?.endpoint?.plugin;
  const fault = faultOf(error);
  const what = fault?.what ?? 'a request failed';
  if (!isRecorded(error))
    log.error({ err: reportable(error), method: request?.method, route: request?.route, plugin }, what);
  if (fault !== undefined) return fault;
  return new RestError('rest_internal_error', 'The site failed to answer.', { status: 500, ...details });
}

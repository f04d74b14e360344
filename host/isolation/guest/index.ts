/**
 * What an isolated plugin gets when it imports `tappet`: the parts of core that need nothing of Node.js. The file is
 * bundled into each plugin that imports it, and never loaded by the host.
 */
export {
  addQueryArgs,
  CommandError,
  defineErrors,
  definePlugin,
  isLoggedIn,
  isRestError,
  isRestRequest,
  isRestResponse,
  itemSchema,
  RequestContext,
  RestError,
  RestRequest,
  RestResponse,
  readonlyField,
  serviceToken,
} from '../../../core/index.ts';

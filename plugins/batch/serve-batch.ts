import { isRestError, type RestError, RestRequest, RestResponse, type RestServer } from '../../core/index.ts';
import { type EndpointMatch, earlyResponse, parseQuery } from '../../core/rest/index.ts';
import { errors } from './errors.ts';

/** One request of a batch, as the client wrote it. */
interface BatchItem {
  readonly method?: string;
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string | string[]>>;
}

/** A request of a batch, matched and checked, or the error because of which it is not carried out. */
type Prepared = { readonly request: RestRequest } & (
  | { readonly match: EndpointMatch; readonly invalid: RestError | undefined }
  | { readonly match?: undefined; readonly invalid: RestError }
);

/** Carries out a batch: 207 with an answer for each request, in order. */
export async function serveBatch(server: RestServer, batch: RestRequest): Promise<RestResponse> {
  const items = batch.getParam('requests') as readonly BatchItem[];
  const prepared: Prepared[] = [];
  for (const item of items) prepared.push(await prepare(server, batch, item));

  if (
    batch.getParam('validation') === 'require-all-validate' &&
    prepared.some(({ invalid }) => invalid !== undefined)
  ) {
    const responses = prepared.map(({ invalid }) => (invalid === undefined ? null : refusal(invalid)));
    return new RestResponse({ failed: 'validation', responses }, 207);
  }

  const responses: unknown[] = [];
  for (const one of prepared) {
    const response = await answer(server, one);
    const filtered = await server.hooks.filter('rest_post_dispatch').promise(response, server, one.request);
    responses.push(envelope(filtered, await server.responseToData(filtered, one.request)));
  }
  return new RestResponse({ responses }, 207);
}

/** Carries one request out, unless something answers in place of its route. */
async function answer(server: RestServer, { request, match, invalid }: Prepared): Promise<RestResponse> {
  try {
    const early = await earlyResponse(request, server);
    if (early !== undefined) return early;
  } catch (error) {
    return RestResponse.fromError(server.toError(error, request));
  }
  return match === undefined ? RestResponse.fromError(invalid) : server.respond(request, match, invalid);
}

const envelope = ({ status, headers }: RestResponse, body: unknown) => ({
  body,
  status,
  // A map without members is an empty list on the wire.
  headers: Object.keys(headers).length === 0 ? [] : headers,
});

const refusal = (error: RestError) => {
  const response = RestResponse.fromError(error);
  return envelope(response, response.data);
};

async function prepare(server: RestServer, batch: RestRequest, item: BatchItem): Promise<Prepared> {
  const question = item.path.indexOf('?');
  const route = question < 0 ? item.path : item.path.slice(0, question);
  let request = new RestRequest(item.method ?? 'POST', route);
  try {
    const query = question < 0 ? {} : parseQuery(item.path.slice(question + 1));
    request = new RestRequest(item.method ?? 'POST', route, {
      query,
      form: item.body,
      headers: item.headers,
      context: batch.context,
    });
    const match = server.match(request);
    const allowed = match.endpoint.allow_batch?.v1 === true;
    const invalid = allowed ? await server.checkRequest(request, match.endpoint) : errors.rest_batch_not_allowed();
    return { request, match, invalid };
  } catch (error) {
    if (isRestError(error)) return { request, invalid: error };
    throw error;
  }
}

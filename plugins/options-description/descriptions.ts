import { describeRoute, type RestRequest, RestResponse, type RestServer, type Route } from '../../core/index.ts';

interface Written {
  /** What the addresses in it begin with. */
  readonly base: string;
  readonly json: string;
}

/** The descriptions of routes as JSON. The routes of a generation do not change, so each is written once. */
export class Descriptions {
  readonly #written = new WeakMap<Route, Written>();

  /** The answer that describes a route; null where it shows no endpoint. */
  of(route: Route, server: RestServer, { context }: RestRequest): RestResponse {
    const base = server.restUrl('/', context);
    let written = this.#written.get(route);
    if (written?.base !== base) {
      const description = describeRoute(route, 'help', (path) => server.restUrl(path, context));
      if (description === undefined) return new RestResponse(null);
      written = { base, json: JSON.stringify(description) };
      this.#written.set(route, written);
    }
    return RestResponse.fromJson(written.json);
  }
}

import { deepFreeze } from '../../core/base/index.ts';
import { type RestRequest, RestResponse, type RestServer, type Route } from '../../core/index.ts';
import { describeRoute } from '../../core/rest/index.ts';

interface Description {
  /** The root address that the links in it begin with. */
  readonly base: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The descriptions of routes. The routes of a generation do not change, so each is described once for an address. */
export class Descriptions {
  readonly #known = new WeakMap<Route, Description>();

  /** The answer that describes a route; null where it shows no endpoint. */
  of(route: Route, server: RestServer, { context }: RestRequest): RestResponse {
    const base = server.restUrl('/', context);
    let known = this.#known.get(route);
    if (known?.base !== base) {
      const description = describeRoute(route, 'help', (path) => server.restUrl(path, context));
      if (description === undefined) return new RestResponse(null);
      known = { base, data: deepFreeze(JSON.parse(JSON.stringify(description))) };
      this.#known.set(route, known);
    }
    // Taps may give an answer other members; what is in them is shared between requests.
    return new RestResponse({ ...known.data });
  }
}

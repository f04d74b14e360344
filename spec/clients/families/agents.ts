import { Ajv } from 'ajv';
import { expect } from 'chai';
import { ask } from '../support/asking.ts';
import type { StartedSite } from '../support/started-site.ts';

interface Endpoint {
  readonly methods: readonly string[];
  readonly args: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The routes that tools of agents are put on. */
const ALIASED = /^\/wp\/v2\/(?:posts|pages|media|users|categories|tags|comments|settings)(?:\/\(\?P<id>\[\\d\]\+\))?$/;

/** The schema of a tool's input, made of an endpoint's arguments as the adapters make it. */
function inputSchemaOf({ args }: Endpoint): object {
  const required = Object.keys(args).filter((name) => args[name]!.required === true);
  const properties = Object.fromEntries(
    Object.entries(args).map(([name, { required: _, ...schema }]) => [name, schema]),
  );
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

// The interface has always had these two, and the recorded exchanges do: no properties as `[]`, names as a map.
const SINCE_EVER = /^(?:data\/properties\/(?:meta\/properties|has_published_posts\/items)\b[^,]*(?:, |$))+$/;

/** Agents whose tools are the routes of the site. */
export function describeAgents(site: StartedSite): void {
  describe('agents', () => {
    it('are given arguments that make a valid JSON Schema of every endpoint, but for two shapes of old', async () => {
      const { json } = await ask('GET', `${site.url}/wp-json/`);
      const endpoints = Object.entries(json.routes as Record<string, { endpoints: Endpoint[] }>)
        .filter(([route]) => ALIASED.test(route))
        .flatMap(([route, { endpoints }]) => endpoints.map((endpoint) => ({ route, endpoint })));
      expect(endpoints).to.have.length.of.at.least(36);
      const ajv = new Ajv({ strict: false, validateFormats: false });
      const wrong = endpoints.flatMap(({ route, endpoint }) => {
        const isValid = ajv.validateSchema(inputSchemaOf(endpoint));
        const fault = ajv.errorsText();
        return isValid || SINCE_EVER.test(fault) ? [] : [`${endpoint.methods} ${route}: ${fault}`];
      });
      expect(wrong).to.deep.equal([]);
    });
  });
}

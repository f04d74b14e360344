import {
  type ItemSchema,
  itemSchema,
  RestController,
  type RestRequest,
  RestResponse,
  type RestServer,
  readonlyField,
} from '../../core/index.ts';
import { siteHealthErrors as errors } from './errors.ts';
import { BADGE_COLORS, HEALTH_STATUSES, type HealthTest } from './health-test.ts';
import type { SiteSizes } from './sizes.ts';

/** What users need to see how the site is. */
export const VIEW_CHECKS = 'view_site_health_checks';

const NOWHERE: readonly string[] = [];

/** Answers the tests of the site's health, each by a route of its own, and the sizes of its parts. */
export class SiteHealthController extends RestController {
  readonly #tests: readonly HealthTest[];
  readonly #sizes: SiteSizes;

  constructor(server: RestServer, tests: readonly HealthTest[], sizes: SiteSizes) {
    super(server, `${server.site.brand.prefixed('site-health')}/v1`, 'tests');
    this.#tests = tests;
    this.#sizes = sizes;
  }

  registerRoutes(): void {
    for (const test of this.#tests) {
      this.server.registerRoute(this.namespace, `${this.restBase}/${test.name.replaceAll('_', '-')}`, {
        0: {
          callback: async (request: RestRequest) => new RestResponse({ test: test.name, ...(await test.run(request)) }),
          permission_callback: ({ user }: RestRequest) => user.can(test.capability ?? VIEW_CHECKS),
        },
        schema: this.publicSchema,
      });
    }
    this.server.registerRoute(this.namespace, 'directory-sizes', {
      callback: this.#measure,
      permission_callback: ({ user }: RestRequest) => user.can(VIEW_CHECKS),
    });
  }

  protected makeItemSchema(): ItemSchema {
    const field = (type: 'object' | 'string', description: string, more: object = {}) =>
      readonlyField(type, NOWHERE, description, more);
    return itemSchema(this.server.site.brand.prefixed('site-health-test'), {
      test: field('string', 'The name of the test.'),
      label: field('string', 'What was found, in a line.'),
      status: field('string', 'Whether something has to be done.', { enum: HEALTH_STATUSES }),
      badge: field('object', 'What the test is about.', {
        properties: {
          label: field('string', 'The subject of the test.'),
          color: field('string', 'The colour of the badge.', { enum: BADGE_COLORS, default: 'blue' }),
        },
      }),
      description: field('string', 'What was found, as markup.'),
      actions: field('string', 'Links to where something can be done, as markup.'),
    });
  }

  readonly #measure = async (): Promise<RestResponse> => {
    const sizes = await this.#sizes.read().catch(() => undefined);
    if (sizes === undefined) throw errors.not_available();
    return new RestResponse({ raw: 0, ...sizes });
  };
}

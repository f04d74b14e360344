import { type CheckRouteOptions, checkRoute } from './check-route.ts';
import type { TestHost } from './test-host.ts';

/** The options of `describeRoute`, which are those of `checkRoute`. */
export type DescribeRouteOptions = CheckRouteOptions;

interface Runner {
  describe?: (title: string, body: () => void) => void;
  it?: (title: string, body: () => Promise<void>) => void;
}

/**
 * Adds a test that calls `checkRoute` to a spec. The host may be a function, because hosts are created in `before`:
 * `describeRoute(() => host, '/hello/v1/greeting')`. Throws if there is no global `describe` and `it`.
 */
export function describeRoute(
  host: TestHost | (() => TestHost | Promise<TestHost>),
  route: string,
  options: DescribeRouteOptions = {},
): void {
  const { describe, it } = globalThis as Runner;
  if (describe === undefined || it === undefined) {
    throw new Error('describeRoute needs the global describe and it of a test runner; elsewhere, call checkRoute');
  }
  describe(route, () => {
    it('keeps to the schemas of its arguments, whatever is sent', async () =>
      checkRoute(typeof host === 'function' ? await host() : host, route, options));
  });
}

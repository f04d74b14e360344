import { filter, mustBe } from '../../core/index.ts';
import { type HealthTest, TEST_NAME } from './health-test.ts';

const isTest = (value: HealthTest): boolean => TEST_NAME.test(value?.name) && typeof value.run === 'function';

/** The hook that the plugin fires. */
export const siteHealthHooks = {
  site_status_tests: filter<[tests: readonly HealthTest[]]>({
    params: ['tests'],
    requiredPermissions: 'requests',
    meaning: 'Adjusts the tests of the site’s health, each of which has a route of its own.',
    value: mustBe('a list of tests with names and functions', (value) => Array.isArray(value) && value.every(isTest)),
  }),
};

type SiteHealthHooks = typeof siteHealthHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends SiteHealthHooks {}
}

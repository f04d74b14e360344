import type { Site } from '../../../core/index.ts';
import { isLocalSite } from '../../../core/rest/index.ts';
import { type HealthTest, securityResult } from '../health-test.ts';

/** Whether visitors reach the site over HTTPS. */
export const httpsStatus = (site: Site): HealthTest => ({
  name: 'https_status',
  run() {
    if (site.home.startsWith('https:')) {
      return securityResult('good', 'The site uses HTTPS', 'What visitors send and get is encrypted on its way.');
    }
    if (isLocalSite(site)) {
      const text = 'The address of the site is of this machine alone, which no other machine reaches.';
      return securityResult('good', 'The site is not public', text);
    }
    const text =
      'The address of the site begins with http:, so that passwords can be read on their way. Serve it over TLS.';
    return securityResult('recommended', 'The site does not use HTTPS', text);
  },
});

import { startedSite } from '../support/started-site.ts';
import { describeLists } from './lists.ts';
import { describeNonce } from './nonce.ts';
import { pageOf } from './page.ts';
import { describeRequests } from './requests.ts';
import { describeUploads } from './uploads.ts';

const PLUGINS = ['--plugins', new URL('../plugins', import.meta.url).pathname];

describe('@wordpress/api-fetch 7.56, unmodified, with cookies against a started server', () => {
  const site = startedSite(...PLUGINS);
  const page = pageOf(site);
  before(() => page.signIn());
  describeRequests(site, page);
  describeNonce(page);
  describeLists(page);
  describeUploads(page);
});

describe('@wordpress/api-fetch 7.56, unmodified, where addresses are not rewritten', () => {
  const site = startedSite('--permalinks', 'plain', ...PLUGINS);
  const page = pageOf(site, '/index.php?rest_route=/');
  before(() => page.signIn());
  describeNonce(page);
  describeLists(page);
});

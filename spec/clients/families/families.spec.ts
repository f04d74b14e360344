import { startedSite } from '../support/started-site.ts';
import { describeAgents } from './agents.ts';
import { describeAutomation } from './automation.ts';
import { describeCommandLine } from './command-line.ts';
import { describeNativeApps } from './native-apps.ts';
import { describeStaticSites } from './static-sites.ts';

describe('what clients rely on whose code is not run here', () => {
  const site = startedSite();
  describeCommandLine(site);
  describeAgents(site);
  describeStaticSites(site);
  describeAutomation(site);
});

describe('what native apps rely on', () => {
  describeNativeApps(startedSite());
});

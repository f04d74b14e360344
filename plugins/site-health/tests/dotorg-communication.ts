import { escapeHtml } from '../../../core/text/index.ts';
import type { PublicWeb } from '../../public-web/index.ts';
import { type HealthTest, securityResult } from '../health-test.ts';

/** Whether the site reaches the server of the directories of blocks and patterns. */
export const dotorgCommunication = (web: PublicWeb, address: string): HealthTest => ({
  name: 'dotorg_communication',
  async run() {
    const host = escapeHtml(new URL(address).host);
    const status = await web.get(address, { bytes: 1000 }).then(
      (answer) => answer.status,
      () => undefined,
    );
    if (status !== undefined && status < 500) {
      return securityResult(
        'good',
        `The site reaches ${host}`,
        'Directories of blocks and patterns can be asked there.',
      );
    }
    const cause = status === undefined ? 'did not answer' : `answered with the status ${status}`;
    const text = `${host} ${cause}. Directories of blocks and patterns cannot be asked there.`;
    return securityResult('critical', `The site does not reach ${host}`, text);
  },
});

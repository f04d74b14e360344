import type { Site } from '../../../core/index.ts';
import { type HealthTest, performanceResult } from '../health-test.ts';
import { askSelf } from '../loopback.ts';

/** Whether the site reaches itself by its own address. */
export const loopbackRequests = ({ home }: Site): HealthTest => ({
  name: 'loopback_requests',
  async run() {
    const status = await askSelf(home).then(
      (answer) => answer.status,
      () => undefined,
    );
    if (status !== undefined && status < 400) {
      return performanceResult('good', 'The site reaches itself', 'A request to its own address was answered.');
    }
    const cause = status === undefined ? 'was not answered' : `was answered with the status ${status}`;
    const label = 'The site does not reach itself';
    return performanceResult(
      'recommended',
      label,
      `A request to its own address ${cause}. Links, and what the site embeds of itself, may lead nowhere.`,
    );
  },
});

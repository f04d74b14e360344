import type { Site } from '../../../core/index.ts';
import { type HealthTest, performanceResult } from '../health-test.ts';
import { askSelf } from '../loopback.ts';

/** How often the first page is requested, and how long it may take, in milliseconds. */
const [TIMES, QUICK] = [3, 600];

/** The headers of answers that are, or may be, kept. */
const OF_CACHES = ['age', 'cache-control', 'etag', 'expires', 'last-modified', 'x-cache', 'x-cache-enabled'];

/** How quickly the site answers with its first page, and whether that is kept by a cache. */
export const pageCache = ({ home }: Site): HealthTest => ({
  name: 'page_cache',
  async run() {
    const durations: number[] = [];
    const found = new Set<string>();
    for (let time = 0; time < TIMES; time++) {
      const answer = await askSelf(home).catch(() => undefined);
      if (answer === undefined || answer.status >= 400) {
        const text = 'The first page could not be requested by the address of the site.';
        return performanceResult('critical', 'Page cache cannot be tested', text);
      }
      durations.push(answer.duration);
      for (const name of OF_CACHES) if (answer.headers.has(name)) found.add(name);
    }
    const median = Math.round(durations.sort((a, b) => a - b)[Math.floor(TIMES / 2)]!);
    const took = `The first page took ${median} milliseconds, the median of ${TIMES} requests; ${QUICK} are quick.`;
    const headers =
      found.size > 0 ? ` Headers of a cache: ${[...found].join(', ')}.` : ' It has no headers of a cache.';
    if (median > QUICK) {
      const status = found.size > 0 ? 'recommended' : 'critical';
      return performanceResult(status, 'The pages of the site are slow', took + headers);
    }
    const label = found.size > 0 ? 'Pages are cached, and quick' : 'No page cache is found, but pages are quick';
    return performanceResult('good', label, took + headers);
  },
});

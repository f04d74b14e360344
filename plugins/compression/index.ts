import { defaulted, integer, max, min, object } from 'superstruct';
import { definePlugin } from '../../core/index.ts';
import { ResponseCache } from '../response-cache/index.ts';
import { encodings } from './encodings.ts';
import { compressAnswers } from './middleware.ts';

/** In front of all other middleware, so that what they answer is compressed too. */
const FIRST = -1000;

/** Answers compressed by Brotli or gzip, where the host is not behind a proxy that does it. */
export default definePlugin({
  name: 'compression',
  version: '0.1.0',
  description: 'Compresses answers by Brotli or gzip, as the client accepts it.',
  group: 'framework',
  optIn: true,
  cacheable: true,
  after: ['response-cache'],
  capabilities: ['http'],
  options: object({
    /** How many bytes an answer has at least to be compressed. */
    threshold: defaulted(min(integer(), 0), 1024),
    /** How hard Brotli works: 11 is the smallest and slowest. */
    brotli_quality: defaulted(max(min(integer(), 0), 11), 4),
  }),
  setup({ hooks, find }, { threshold, brotli_quality }) {
    hooks.action('http_app').tap({ name: 'compression', stage: FIRST }, (app) => {
      app.use(compressAnswers({ encodings: encodings(brotli_quality), threshold, cache: find(ResponseCache) }));
    });
  },
});

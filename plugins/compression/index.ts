import { defaulted, integer, max, min, object } from 'superstruct';
import { definePlugin, type HttpMiddleware } from '../../core/index.ts';

/** In front of all other middleware, so that what they answer is compressed too. */
const FIRST = -1000;

/** Says of a compressed answer with an entity tag that it stands for the same, and is not the same bytes. */
const weakenTags: HttpMiddleware = async ({ res }, next) => {
  await next();
  const tag = res?.getHeader('ETag');
  if (typeof tag === 'string' && !tag.startsWith('W/') && res!.hasHeader('Content-Encoding')) {
    res!.setHeader('ETag', `W/${tag}`);
  }
};

/** Answers compressed by Brotli or gzip, where the host is not behind a proxy that does it. */
export default definePlugin({
  name: 'compression',
  version: '0.1.0',
  description: 'Compresses answers by Brotli or gzip, as the client accepts it.',
  group: 'framework',
  optIn: true,
  cacheable: true,
  capabilities: ['http'],
  options: object({
    /** How many bytes an answer has at least to be compressed. */
    threshold: defaulted(min(integer(), 0), 1024),
    /** How hard Brotli works: 11 is the smallest and slowest. */
    brotli_quality: defaulted(max(min(integer(), 0), 11), 4),
  }),
  async setup({ hooks }, { threshold, brotli_quality }) {
    const { default: compress } = await import('koa-compress');
    const { constants } = await import('node:zlib');
    const br = { params: { [constants.BROTLI_PARAM_QUALITY]: brotli_quality } };
    hooks.action('http_app').tap({ name: 'compression', stage: FIRST }, (app) => {
      app.use(weakenTags);
      app.use(compress({ threshold, br, deflate: false }));
    });
  },
});

// The packages know one brand. On a site of another brand, requests are translated to the site's names, and
// answers to the packages' names: paths, headers, link relations and the names of content types.
import apiFetch from '@wordpress/api-fetch';
import { pageData } from './page-data.js';

const { brand } = pageData;
const upper = brand.toUpperCase();

const toSite = (path) =>
  path
    .replace(/^(\/?)wp((?:-[\w-]+)?\/v\d)/, `$1${brand}$2`)
    .replace(/\bwp_(block|navigation|template|template_part|global_styles)\b/g, `${brand}_$1`)
    .replace(/([=,])wp(:|%3A)/g, `$1${brand}$2`);

const TYPE = new RegExp(`^${brand}_(block|navigation|template|template_part|global_styles|pattern_category)$`);
const RELATION = new RegExp(`^${brand}:(?=\\w)`);

/** A name as the packages know it. */
export const toPackages = (name) => name.replace(TYPE, 'wp_$1').replace(RELATION, 'wp:');

function renamed(value) {
  if (typeof value === 'string') return toPackages(value);
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [toPackages(key), renamed(member)]));
}

async function renamedResponse(response) {
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  for (const [name, value] of response.headers) {
    headers.set(name.replace(new RegExp(`^x-${brand}-`), 'x-wp-'), value);
  }
  const text = await response.text();
  const body = /^[[{]/.test(text) ? JSON.stringify(renamed(JSON.parse(text))) : text;
  return new Response([101, 204, 205, 304].includes(status) ? null : body, { status, statusText, headers });
}

if (brand !== 'wp') {
  apiFetch.use(async (options, next) => {
    const { path, data, headers, parse = true } = options;
    const isBatch = path?.startsWith('/batch/v1') && Array.isArray(data?.requests);
    const asked = {
      ...options,
      headers: { ...headers, [`X-${upper}-Nonce`]: apiFetch.nonceMiddleware.nonce },
      ...(path === undefined ? {} : { path: toSite(path) }),
      ...(isBatch
        ? { data: { ...data, requests: data.requests.map((one) => ({ ...one, path: toSite(one.path) })) } }
        : {}),
    };
    const answer = await next(asked).catch((failure) => {
      if (failure instanceof Response) return renamedResponse(failure).then((response) => Promise.reject(response));
      throw failure;
    });
    return parse ? renamed(answer) : renamedResponse(answer);
  });
}

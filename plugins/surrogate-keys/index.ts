import { array, defaulted, enums, integer, max, min, object, optional, pattern, string } from 'superstruct';
import { definePlugin, isLoggedIn, PluginError } from '../../core/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { Database } from '../database/index.ts';
import { Taxonomies } from '../taxonomies/index.ts';
import { AnswerKeys } from './answer-keys.ts';
import { followChanges } from './changes.ts';
import { surrogateKeyHooks } from './hooks.ts';
import { Purger } from './purger.ts';

/** Behind all that adds to the data of an answer. */
const LAST = 1000;

/** How many characters of keys an answer has at most: proxies refuse long headers, and it is not cached without its keys. */
const MOST_CHARACTERS = 8000;

/** The variable of the environment with what says to the cache who asks. */
const VARIABLE = 'TAPPET_PURGE_TOKEN';

const headerName = pattern(string(), /^[A-Za-z0-9-]{1,100}$/);
const seconds = max(min(integer(), 0), 31_536_000);

/** What stands between two keys: spaces, but for `Cache-Tag`. */
const separatorOf = (header: string): string => (header.toLowerCase() === 'cache-tag' ? ',' : ' ');

/** The address that keys are sent to. */
function purgeUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === '') return url.href;
  throw new PluginError(
    `surrogate-keys: options.surrogate-keys.purge_url is no address like https://cdn.example/purge; a token belongs into ${VARIABLE}`,
    { plugin: 'surrogate-keys', ofConfiguration: true },
  );
}

/** After how many milliseconds all hosts of a database on a server have been told of a change. */
const TOLD_TO_ALL = 2000;

/** Tells caches in front of the site what answers depend on, and when that changes. */
export default definePlugin({
  name: 'surrogate-keys',
  version: '0.1.0',
  description: 'Names in headers what answers depend on, and purges by these keys from a CDN what has changed.',
  group: 'operations',
  optIn: true,
  cacheable: true,
  requires: {
    database: '^0.1.0',
    'response-cache': '^0.1.0',
    posts: '^0.1.0',
    terms: '^0.1.0',
    comments: '^0.1.0',
    users: '^0.1.0',
    options: '^0.1.0',
    'content-types': '^0.1.0',
    taxonomies: '^0.1.0',
  },
  capabilities: ['content:read', 'database', 'network', 'options:read', 'requests', 'users:read'],
  hooks: surrogateKeyHooks,
  options: object({
    /** The headers that bear the keys. */
    headers: defaulted(array(headerName), ['Surrogate-Key']),
    /** For how many seconds a cache may keep an answer that it is told about; 0 for no word of that. */
    s_maxage: defaulted(seconds, 0),
    /** For how many seconds more it may give it while it asks anew. */
    stale_while_revalidate: defaulted(seconds, 0),
    /** Where keys are sent to that have changed; nowhere when left out. */
    purge_url: optional(string()),
    purge_method: defaulted(enums(['PURGE', 'POST', 'DELETE']), 'PURGE'),
    purge_header: defaulted(headerName, 'Surrogate-Key'),
    /** The header of the token that the environment gives: a bearer token, or in another header the token alone. */
    token_header: defaulted(headerName, 'Authorization'),
    /** How many keys one request has at most. */
    purge_batch: defaulted(max(min(integer(), 1), 1000), 100),
  }),
  setup({ hooks, use, site, log }, options) {
    const { headers, s_maxage, stale_while_revalidate, purge_url, purge_header, token_header } = options;
    const [database, taxonomies] = [use(Database), use(Taxonomies)];
    const answers = new AnswerKeys(use(ContentTypes), taxonomies, site.brand.namespace);
    const lasting = [
      ...['public', 'max-age=0', `s-maxage=${s_maxage}`],
      ...(stale_while_revalidate > 0 ? [`stale-while-revalidate=${stale_while_revalidate}`] : []),
    ].join(', ');

    const filtered = hooks.filter('rest_surrogate_keys');
    hooks.filter('rest_response_data').tap({ name: 'surrogate-keys', stage: LAST }, (data, response, request) => {
      const { context, method } = request;
      // What the response cache may not keep, nobody may.
      const isCacheable = context.recorder !== undefined && context.recorder.uncacheable === undefined;
      if (method !== 'GET' || response.status !== 200 || !isCacheable || isLoggedIn(request.user)) return;
      const query = request.paramsOf('query');
      if (query._envelope !== undefined || query._jsonp !== undefined) return;
      const hasFields = query._fields !== undefined;
      const keys = filtered.call(answers.of({ route: request.route, hasFields }, data), request);
      if (keys.length === 0 || keys.join(' ').length > MOST_CHARACTERS) return;
      for (const header of headers) response.header(header, keys.join(separatorOf(header)));
      if (s_maxage > 0 && response.getHeader('Cache-Control') === undefined) response.header('Cache-Control', lasting);
    });

    const token = process.env[VARIABLE] ?? '';
    const isBearer = token_header.toLowerCase() === 'authorization';
    const purger =
      purge_url === undefined
        ? undefined
        : new Purger(
            {
              url: purgeUrl(purge_url),
              method: options.purge_method,
              header: purge_header,
              separator: separatorOf(purge_header),
              credentials: token === '' ? {} : { [token_header]: isBearer ? `Bearer ${token}` : token },
              batch: options.purge_batch,
            },
            log,
          );
    const purge = hooks.action('purge_surrogate_keys');
    /** The keys of what was committed just now. */
    let changed: Set<string> | undefined;
    const tell = () => {
      const keys = [...(changed ?? [])];
      changed = undefined;
      if (keys.length === 0) return;
      purger?.add(keys);
      // Another host may have answered the cache by what was before, as long as it was not told of the change.
      if (database.dialect !== 'sqlite') purger?.addLater(keys, TOLD_TO_ALL);
      purge.promise(keys).catch((error: Error) => log.error({ err: error }, 'a purge of surrogate keys failed'));
    };
    const gather = (keys: readonly string[]) => {
      if (changed === undefined) setImmediate(tell);
      changed ??= new Set();
      for (const key of keys) changed.add(key);
    };
    followChanges(hooks, taxonomies, (keys) => database.afterCommit(() => gather(keys), { changesAnswers: false }));
    return () => {
      tell();
      return purger?.stop();
    };
  },
});

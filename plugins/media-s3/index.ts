import { boolean, defaulted, integer, max, min, object, optional, string } from 'superstruct';
import { definePlugin, type Logger, PluginError } from '../../core/index.ts';
import type { FaultError } from '../../core/rest/index.ts';
import { trimAscii, trimEnd } from '../../core/text/index.ts';
import { DiskFiles, MediaStorage, uploadsPath } from '../media/index.ts';
import type { BucketSettings } from './bucket.ts';
import { addMoveCommand } from './move.ts';

interface S3Options
  extends Omit<BucketSettings, 'bucket' | 'endpoint' | 'accessKeyId' | 'secretAccessKey' | 'sessionToken'> {
  readonly bucket?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly accessKeyId?: string | undefined;
  readonly secretAccessKey?: string | undefined;
}

/** What stops the start: one line that names the option, and the mend. */
const fault = (message: string) =>
  new PluginError(`media-s3: ${message}`, { plugin: 'media-s3', ofConfiguration: true });

/** Where the bucket is, with the key of the environment, which comes before that of configuration. */
function settingsOf({ bucket, endpoint = '', accessKeyId, secretAccessKey, ...others }: S3Options): BucketSettings {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
  // Files of Compose set variables that are not given to nothing.
  const id = AWS_ACCESS_KEY_ID || accessKeyId;
  const secret = AWS_SECRET_ACCESS_KEY || secretAccessKey;
  if (!bucket) throw fault('options.media-s3.bucket must name the bucket; set it in the configuration');
  if (!/^https?:$/.test(URL.canParse(endpoint) ? new URL(endpoint).protocol : '')) {
    throw fault(
      'options.media-s3.endpoint must be an address like "https://s3.eu-central-1.amazonaws.com"; correct it',
    );
  }
  if (!id || !secret) {
    throw fault('there is no access key; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment');
  }
  return {
    ...others,
    bucket,
    endpoint,
    accessKeyId: id,
    secretAccessKey: secret,
    sessionToken: AWS_SESSION_TOKEN || undefined,
  };
}

/** Tells the log of failures of the store, at most once a minute. */
function faultLog(log: Logger): (error: FaultError) => void {
  let told = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (performance.now() - told < 60_000) return;
    told = performance.now();
    log.error({ err: error.cause }, `${error.what}; meanwhile uploads and files are answered with 503`);
  };
}

/** Files in a bucket of Amazon S3 or of any store that speaks its interface, so that many hosts share them. */
export default definePlugin({
  name: 'media-s3',
  version: '0.1.0',
  description: 'Keeps files in a bucket of Amazon S3, or of any store that speaks its interface.',
  group: 'storage',
  optIn: true,
  cacheable: true,
  requires: { media: '^0.1.0' },
  capabilities: ['content:write', 'files', 'network'],
  options: object({
    bucket: optional(string()),
    /** The address of the server: `https://s3.eu-central-1.amazonaws.com`, `http://127.0.0.1:9000`. */
    endpoint: optional(string()),
    region: defaulted(string(), 'us-east-1'),
    /** Whether the bucket is part of the path, as most stores have it, or of the host, as Amazon's do. */
    pathStyle: defaulted(boolean(), true),
    /** The folder in the bucket. */
    prefix: defaulted(string(), ''),
    /** The public address of that folder, as of a CDN; the site's own address when left out. */
    baseUrl: optional(string()),
    /** For how many seconds the site leads clients to the store by a signed address; 0 sends files through the site. */
    signedFor: defaulted(max(min(integer(), 0), 604_800), 0),
    /** How long the store may take to begin an answer, in milliseconds. */
    timeout: defaulted(max(min(integer(), 100), 600_000), 30_000),
    /** The access key, where the environment has none. */
    accessKeyId: optional(string()),
    secretAccessKey: optional(string()),
  }),
  async setup(host, { prefix, baseUrl, signedFor, ...place }) {
    const settings = settingsOf(place);
    const { Bucket } = await import('./bucket.ts');
    const { BucketStorage } = await import('./storage.ts');
    const folder = trimAscii(prefix, '/');
    const storage = new BucketStorage(new Bucket({ ...settings, failed: faultLog(host.log) }), {
      prefix: folder === '' ? '' : `${folder}/`,
      baseUrl: () => (baseUrl === undefined ? host.site.home + uploadsPath(host.brand) : trimEnd(baseUrl, '/')),
      signedFor,
    });
    if (host.find(MediaStorage) !== undefined) {
      throw fault('files are stored on the disk already; set options: { media: { disk: false } }');
    }
    host.provide(MediaStorage, storage);
    addMoveCommand(host, { disk: host.use(DiskFiles), s3: storage });
  },
});

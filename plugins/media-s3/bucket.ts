import { AwsClient } from 'aws4fetch';
import { FaultError } from '../../core/rest/index.ts';
import { errorCodeOf } from './xml.ts';

/** Where a bucket is, and who asks for it. */
export interface BucketSettings {
  readonly bucket: string;
  /** The address of the server: `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly region: string;
  /** Whether the bucket is part of the path (`https://server/bucket/key`), or of the host (`https://bucket.server/key`). */
  readonly pathStyle: boolean;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
  /** How long the server may take to begin its answer, in milliseconds. */
  readonly timeout: number;
  /** Told of what the store fails in. */
  readonly failed?: (error: FaultError) => void;
}

/** What is sent to a bucket. */
export interface BucketRequest {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** The statuses that are answers beside those of success. */
  readonly expect?: readonly number[];
}

/** How often a request is made that the server refuses for a time. */
const RETRIES = 3;

/** Sends signed requests to one bucket of an S3-compatible store. */
export class Bucket {
  readonly #settings: BucketSettings;
  readonly #client: AwsClient;

  constructor(settings: BucketSettings) {
    const { accessKeyId, secretAccessKey, sessionToken, region } = settings;
    this.#settings = settings;
    const session = sessionToken === undefined ? {} : { sessionToken };
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, ...session, region, service: 's3', retries: RETRIES });
  }

  /**
   * Sends a request for an object, or with an empty key for the bucket; answers once its headers are there.
   *
   * @throws a `FaultError`, 503 on the wire, when the store cannot be reached, takes too long or refuses
   */
  async send(method: string, key: string, request: BucketRequest = {}): Promise<Response> {
    const { headers = {}, body, expect = [] } = request;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error('it took too long')), this.#settings.timeout);
    let response: Response;
    try {
      response = await this.#client.fetch(this.#address(key, request.query), {
        method,
        headers,
        signal: late.signal,
        ...(body === undefined ? {} : { body: body as NonNullable<RequestInit['body']> }),
      });
    } catch (error) {
      throw this.fault(error);
    } finally {
      clearTimeout(timer);
    }
    if (response.ok || expect.includes(response.status)) return response;
    const code = errorCodeOf(await response.text().catch(() => ''));
    throw this.fault(new Error(`${method} ${key}: ${response.status}${code === undefined ? '' : ` ${code}`}`));
  }

  /** An address by which anyone may read an object for some seconds. */
  async signedUrl(key: string, seconds: number): Promise<string> {
    const address = this.#address(key, { 'X-Amz-Expires': String(seconds) });
    return (await this.#client.sign(address, { method: 'GET', aws: { signQuery: true } })).url;
  }

  /** What is thrown when the store fails in something. */
  fault(cause: unknown): FaultError {
    const { bucket, endpoint, failed } = this.#settings;
    const error = new FaultError([503, `bucket "${bucket}" of ${endpoint} fails`], cause);
    failed?.(error);
    return error;
  }

  #address(key: string, query: Readonly<Record<string, string>> = {}): URL {
    const { endpoint, bucket, pathStyle } = this.#settings;
    const url = new URL(endpoint);
    const base = url.pathname.replace(/\/$/, '');
    const path = key.split('/').map(encodeURIComponent).join('/');
    if (!pathStyle) url.host = `${bucket}.${url.host}`;
    url.pathname = pathStyle ? `${base}/${encodeURIComponent(bucket)}/${path}` : `${base}/${path}`;
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }
}

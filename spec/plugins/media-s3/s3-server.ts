import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AwsV4Signer } from 'aws4fetch';

/** An object of the store. */
export interface StoredObject {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

export const KEY = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret/EXAMPLE+key' };
const REGION = 'eu-central-1';

/** How many objects the store lists at a time. */
const PAGE = 2;

/** A store of one bucket, `files`, that speaks what is needed of the S3 interface and checks every signature. */
export class S3Server {
  readonly objects = new Map<string, StoredObject>();
  /** The parts of uploads that have begun, by their ids. */
  readonly uploads = new Map<string, Map<number, Buffer>>();
  /** The requests that came, as `PUT /files/a.jpg`. */
  readonly requests: string[] = [];
  /** Whether it knows `If-None-Match`; one that does not answers with 501. */
  knowsConditions = true;
  /** The status that it answers with to everything, where it is out of order. */
  failing: number | undefined;
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  open(): Promise<void> {
    return new Promise((resolve) => void this.#server.listen(0, '127.0.0.1', resolve));
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => void this.#server.close(() => resolve()));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, this.address);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '' } = request;
    this.requests.push(`${method} ${decodeURIComponent(url.pathname)}`);
    const refuse = (status: number, code: string) =>
      void response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
    if (this.failing !== undefined) return refuse(this.failing, 'SlowDown');
    if (!(await isSigned(request, url))) return refuse(403, 'SignatureDoesNotMatch');
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/');
    if (bucket !== 'files') return refuse(404, 'NoSuchBucket');
    const key = rest.join('/');
    const body = Buffer.concat(chunks);
    const uploadId = url.searchParams.get('uploadId');
    const isConditional = request.headers['if-none-match'] === '*';
    const store = (bytes: Buffer): void => {
      if (isConditional && !this.knowsConditions) refuse(501, 'NotImplemented');
      else if (isConditional && this.objects.has(key)) refuse(412, 'PreconditionFailed');
      else {
        this.objects.set(key, { bytes, headers: shownHeaders(request) });
        response.setHeader('ETag', `"${createHash('md5').update(bytes).digest('hex')}"`).end();
      }
    };

    if (key === '') return this.#list(url.searchParams, response);
    if (method === 'POST' && url.searchParams.has('uploads')) {
      const id = `upload-${this.uploads.size}`;
      this.uploads.set(id, new Map());
      return void response.end(
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    if (uploadId !== null) {
      const parts = this.uploads.get(uploadId);
      if (parts === undefined) return refuse(404, 'NoSuchUpload');
      if (method === 'PUT') {
        parts.set(Number(url.searchParams.get('partNumber')), body);
        return void response.setHeader('ETag', `"${parts.size}"`).end();
      }
      if (method === 'POST') {
        const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>&quot;(\d+)&quot;<\/ETag>/g)];
        store(Buffer.concat(named.map(([, number]) => parts.get(Number(number))!)));
        if (response.statusCode === 200) this.uploads.delete(uploadId);
        return;
      }
      this.uploads.delete(uploadId);
      return void response.writeHead(204).end();
    }
    if (method === 'PUT') return store(body);
    const found = this.objects.get(key);
    if (method === 'DELETE') {
      this.objects.delete(key);
      return void response.writeHead(204).end();
    }
    if (found === undefined) return refuse(404, 'NoSuchKey');
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const bytes = start === undefined ? found.bytes : found.bytes.subarray(Number(start), Number(end) + 1);
    response.writeHead(start === undefined ? 200 : 206, {
      ...found.headers,
      'Content-Length': bytes.length,
      'Last-Modified': new Date(Date.UTC(2026, 0, 2)).toUTCString(),
    });
    response.end(method === 'HEAD' ? undefined : bytes);
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    const keys = [...this.objects.keys()].sort().filter((key) => key.startsWith(query.get('prefix') ?? ''));
    const start = Number(query.get('continuation-token') ?? 0);
    const contents = keys.slice(start, start + PAGE).map((key) => {
      const text = key.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      return `<Contents><Key>${text}</Key><Size>${this.objects.get(key)!.bytes.length}</Size></Contents>`;
    });
    const next = start + PAGE < keys.length ? `<NextContinuationToken>${start + PAGE}</NextContinuationToken>` : '';
    response.end(
      `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${next}${contents.join('')}</ListBucketResult>`,
    );
  }
}

/** The headers that a store gives back with an object. */
const shownHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    ['content-type', 'content-disposition', 'cache-control'].flatMap((name) =>
      typeof headers[name] === 'string' ? [[name, headers[name]]] : [],
    ),
  );

/** Whether a request has the signature that its key makes, in a header or in its address. */
async function isSigned({ method, headers }: IncomingMessage, url: URL): Promise<boolean> {
  const given = url.searchParams.get('X-Amz-Signature');
  if (given !== null) {
    const unsigned = new URL(url);
    const datetime = unsigned.searchParams.get('X-Amz-Date')!;
    for (const name of [...unsigned.searchParams.keys()])
      if (name !== 'X-Amz-Expires') unsigned.searchParams.delete(name);
    const signer = new AwsV4Signer({
      url: unsigned.href,
      method: method!,
      ...KEY,
      service: 's3',
      region: REGION,
      signQuery: true,
      datetime,
    });
    return (await signer.sign()).url.searchParams.get('X-Amz-Signature') === given;
  }
  const { authorization = '' } = headers;
  const signed = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? [];
  const signer = new AwsV4Signer({
    url: url.href,
    method: method!,
    headers: Object.fromEntries(signed.filter((name) => name !== 'host').map((name) => [name, String(headers[name])])),
    ...KEY,
    service: 's3',
    region: REGION,
    datetime: String(headers['x-amz-date']),
  });
  return (await signer.authHeader()) === authorization;
}

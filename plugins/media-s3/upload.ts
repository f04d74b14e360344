import type { Readable } from 'node:stream';
import type { Bucket } from './bucket.ts';
import { errorCodeOf, textsOf } from './xml.ts';

/** How large the parts are in which a file is sent, in bytes: of each upload this much is in memory. Stores take no smaller. */
const PART = 8 * 2 ** 20;

/** Stores nothing where there is an object already; what a store answers then, or where another is just being stored. */
const IF_FREE = { 'If-None-Match': '*' };
const TAKEN = [409, 412];
/** What a store answers that does not know the condition. */
const UNKNOWN = 501;

/**
 * Stores bytes under a key that is free: at once where they fit into one part, and otherwise part by part, so that a stream of
 * any length is sent as it comes.
 *
 * @returns false, with nothing stored, where the key turned out to be taken
 */
export async function upload(
  bucket: Bucket,
  key: string,
  bytes: Readable | Uint8Array,
  headers: Readonly<Record<string, string>>,
): Promise<boolean> {
  const parts = partsOf(bytes);
  const first = await parts.next();
  const body = first.done ? new Uint8Array() : first.value;
  if (body.length < PART) {
    return ifFree(bucket, (condition) =>
      bucket.send('PUT', key, { body, headers: { ...headers, ...condition }, expect: [...TAKEN, UNKNOWN] }),
    );
  }
  const begun = await bucket.send('POST', key, { query: { uploads: '' }, headers });
  const uploadId = textsOf(await begun.text()).find(({ name }) => name === 'UploadId')?.text ?? '';
  try {
    const tags: string[] = [];
    const send = async (part: Uint8Array) => {
      const query = { partNumber: String(tags.length + 1), uploadId };
      const sent = await bucket.send('PUT', key, { query, body: part });
      tags.push(sent.headers.get('ETag') ?? '');
    };
    await send(body);
    for await (const part of parts) await send(part);
    const isStored = await ifFree(bucket, (condition) => complete(bucket, key, uploadId, tags, condition));
    if (!isStored) await abort(bucket, key, uploadId);
    return isStored;
  } catch (error) {
    await abort(bucket, key, uploadId);
    throw error;
  }
}

/** Sends a request on the condition that the key is free, and without it to a store that does not know it. */
async function ifFree(
  bucket: Bucket,
  send: (condition: Readonly<Record<string, string>>) => Promise<Response>,
): Promise<boolean> {
  let response = await send(IF_FREE);
  if (response.status === UNKNOWN) response = await send({});
  const document = await response.text();
  if (TAKEN.includes(response.status)) return false;
  // What takes long may have begun to answer with 200 before it failed.
  const code = errorCodeOf(document);
  if (code !== undefined) throw bucket.fault(new Error(code));
  return true;
}

function complete(
  bucket: Bucket,
  key: string,
  uploadId: string,
  tags: readonly string[],
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const parts = tags.map(
    (tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag.replaceAll('"', '&quot;')}</ETag></Part>`,
  );
  const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
  return bucket.send('POST', key, { query: { uploadId }, body, headers, expect: [...TAKEN, UNKNOWN] });
}

/** Parts of an upload that is not completed stay in the store until it is aborted. */
const abort = (bucket: Bucket, key: string, uploadId: string) =>
  bucket.send('DELETE', key, { query: { uploadId }, expect: [404] }).catch(() => undefined);

/** Bytes in pieces of one size, but for the last one. */
async function* partsOf(bytes: Readable | Uint8Array): AsyncGenerator<Uint8Array, void> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes instanceof Uint8Array ? [bytes] : bytes) {
    let rest: Uint8Array = chunk;
    while (size + rest.length >= PART) {
      const end = PART - size;
      yield Buffer.concat([...waiting, rest.subarray(0, end)]);
      rest = rest.subarray(end);
      waiting = [];
      size = 0;
    }
    waiting.push(rest);
    size += rest.length;
  }
  if (size > 0) yield Buffer.concat(waiting);
}

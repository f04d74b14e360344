import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Context } from 'koa';
import { isRestError, type Params, parseQuery, RestError, type UploadedFile } from '../../core/index.ts';
import { multipartOptions, readMultipart } from './multipart.ts';
import type { Scratch } from './scratch.ts';

/** How large bodies may be, in bytes: those that are read into memory, and those that go to disk. */
export interface BodyLimits {
  readonly bodyLimit: number;
  readonly uploadLimit: number;
}

/** The body of a request as it was sent: a form, files, or bytes in memory or on disk. */
export interface RequestBody {
  readonly form?: Params;
  readonly files?: Readonly<Record<string, UploadedFile>>;
  readonly bytes?: Uint8Array;
  readonly path?: string;
}

/** Bytes of unknown kind beyond this go to disk. */
const IN_MEMORY = 2 ** 20;

const TEXT_TYPES = ['json', '+json', 'urlencoded'];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

const tooLarge = (limit: number): RestError =>
  new RestError('rest_request_too_large', `The body is larger than ${limit} bytes.`, { status: 413 });
const unreadable = (): RestError => new RestError('rest_invalid_body', 'The body cannot be read.', { status: 400 });

/** The error object that a failure of the body's parser stands for. */
function toRestError(error: unknown, limit: number): RestError {
  if (isRestError(error)) return error;
  const { status, httpCode } = error as { status?: number; httpCode?: number };
  return (status ?? httpCode) === 413 ? tooLarge(limit) : unreadable();
}

/** Reads bytes of any kind: into memory while they are few, else to disk. */
async function readBytes(request: IncomingMessage, limit: number, scratch: Scratch): Promise<RequestBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  let path: string | undefined;
  let file: FileHandle | undefined;
  try {
    // The stream must outlive a refusal, so that the answer can still be written.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) throw tooLarge(limit);
      if (file === undefined && size > IN_MEMORY) {
        path = join(await scratch.folder(), 'body');
        file = await open(path, 'wx');
        for (const earlier of chunks.splice(0)) await file.write(earlier);
      }
      if (file === undefined) chunks.push(chunk);
      else await file.write(chunk);
    }
  } finally {
    await file?.close();
  }
  if (path !== undefined) return { path };
  return size === 0 ? {} : { bytes: Buffer.concat(chunks) };
}

function decodeForm(bytes: Buffer): Params {
  try {
    return parseQuery(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw isRestError(error) ? error : unreadable();
  }
}

/** A parser of bodies of a kind that is known; how large they may be is its own. */
type Parser = (context: Context, next: () => Promise<void>) => Promise<unknown>;

/** The parser of texts by the limits that it keeps; to make one costs as much as to read a body. */
const textParsers = new WeakMap<BodyLimits, Promise<Parser>>();

async function makeParser({ bodyLimit }: BodyLimits, formidable?: object): Promise<Parser> {
  const { koaBody } = await import('koa-body');
  return koaBody({
    json: false,
    urlencoded: false,
    textTypes: TEXT_TYPES,
    textLimit: bodyLimit,
    // One character a byte: whoever reads the text decides what to do with bytes that are not UTF-8.
    encoding: 'binary',
    multipart: true,
    parsedMethods: METHODS as never,
    ...(formidable === undefined ? {} : { formidable }),
  });
}

function textParser(limits: BodyLimits): Promise<Parser> {
  let parser = textParsers.get(limits);
  if (parser === undefined) {
    parser = makeParser(limits);
    textParsers.set(limits, parser);
  }
  return parser;
}

/** Has a body parsed; what it holds is left with the request. */
async function parse(context: Context, parser: Parser): Promise<{ body?: unknown; files?: unknown }> {
  await parser(context, async () => undefined);
  return context.request as unknown as { body?: unknown; files?: unknown };
}

async function readText(context: Context, kind: string, limits: BodyLimits): Promise<RequestBody> {
  const { body } = await parse(context, await textParser(limits));
  const bytes = Buffer.from(String(body ?? ''), 'latin1');
  return kind === 'urlencoded' ? { form: decodeForm(bytes) } : { bytes };
}

async function readParts(context: Context, limits: BodyLimits, scratch: Scratch): Promise<RequestBody> {
  const parser = await makeParser(limits, multipartOptions(await scratch.folder(), limits));
  const { body, files } = await parse(context, parser);
  return readMultipart(body as never, files as never);
}

/** Tools say of every body that it is a form, when nobody names a type; one that bears a file's name is a file. */
const isUnnamedFile = ({ request }: Context): boolean =>
  request.is('urlencoded') === 'urlencoded' && /\bfilename\*?=/i.test(request.get('content-disposition'));

/** Whether a request says that it has a body; most say nothing of the kind. */
export const isAnnounced = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/**
 * Reads the body that a request announces: JSON stays bytes, forms become parameters, files go to disk, anything else
 * is bytes. An empty body is nothing. Throws the error object to answer with: 413 beyond the limits, 400 for a form that
 * cannot be read.
 */
export async function readBody(context: Context, limits: BodyLimits, scratch: Scratch): Promise<RequestBody> {
  const { request, req } = context;
  if (!METHODS.includes(context.method)) return {};
  const kind = isUnnamedFile(context) ? false : request.is(...TEXT_TYPES, 'multipart/form-data');
  if (kind === null) return {};
  const inMemory = kind !== false && !kind.startsWith('multipart');
  const limit = inMemory ? limits.bodyLimit : limits.uploadLimit;
  try {
    if ((request.length ?? 0) > limit) throw tooLarge(limit);
    if (kind === false) return await readBytes(req, limit, scratch);
    return await (inMemory ? readText(context, kind, limits) : readParts(context, limits, scratch));
  } catch (error) {
    // What is left of the body is read and dropped, or the client would never get to read the answer.
    req.resume();
    throw toRestError(error, limit);
  }
}

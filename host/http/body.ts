import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Context } from 'koa';
import { isRestError, type Logger, RestError, type UploadedFile } from '../../core/index.ts';
import { faultOf, MAX_PARAMETERS, type Params, parseQuery } from '../../core/rest/index.ts';
import { type BodyTaker, limitJson, limitsFor } from './limits.ts';
import { MOST_FILES, multipartOptions, readMultipart } from './multipart.ts';
import { Scratch } from './scratch.ts';
import type { BodyLimits, HttpSettings } from './settings.ts';
import { untypedParams } from './untyped-body.ts';

/** The body of a request as it was sent: a form, files, or bytes in memory or on disk. */
export interface RequestBody {
  readonly form?: Params;
  readonly files?: Readonly<Record<string, UploadedFile>>;
  readonly bytes?: Buffer;
  readonly path?: string;
}

/** The most bytes of a body of an unknown type that are held in memory; a larger body is written to disk. */
const IN_MEMORY = 2 ** 20;

const TEXT_TYPES = ['json', '+json', 'urlencoded'];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

const tooLarge = (limit: number): RestError =>
  new RestError('rest_request_too_large', `The body is larger than ${limit} bytes.`, { status: 413 });
const unreadable = (): RestError => new RestError('rest_invalid_body', 'The body cannot be read.', { status: 400 });

const tooManyFields = (): RestError =>
  new RestError('rest_invalid_query', `There are more than ${MAX_PARAMETERS} parameters.`, { status: 400 });

const tooManyFiles = (): RestError =>
  new RestError('rest_invalid_body', `There are more than ${MOST_FILES} files.`, { status: 400 });

/** The parser's numbers for a form of too many fields or files, which it tells as one that is too large. */
const TOO_MANY_FIELDS = 1007;
const TOO_MANY_FILES = 1015;

/** The REST error for an error of the body parser; a fault of the disk is logged. */
function toRestError(error: unknown, limit: number, log: Logger): RestError {
  if (isRestError(error)) return error;
  const fault = faultOf(error);
  if (fault !== undefined) {
    log.error({ err: error }, fault.what);
    return fault;
  }
  const { status, httpCode, code } = error as { status?: number; httpCode?: number; code?: unknown };
  if (code === TOO_MANY_FIELDS) return tooManyFields();
  if (code === TOO_MANY_FILES) return tooManyFiles();
  return (status ?? httpCode) === 413 ? tooLarge(limit) : unreadable();
}

/** Reads a body of any type into memory, or to disk when it is large. */
async function readBytes(request: IncomingMessage, limit: number, scratch: Scratch): Promise<RequestBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  let path: string | undefined;
  let file: FileHandle | undefined;
  try {
    // The stream stays open after an error, so that the response can still be sent.
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

/** Bytes with the parameters that they are, if no header tells their type. */
function withParams(body: RequestBody, { request }: Context): RequestBody {
  const form = body.bytes === undefined || request.type !== '' ? undefined : untypedParams(body.bytes);
  return form === undefined ? body : { ...body, form };
}

function decodeForm(bytes: Buffer): Params {
  try {
    return parseQuery(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw isRestError(error) ? error : unreadable();
  }
}

/** A body parser of koa-body, made for certain limits. */
type Parser = (context: Context, next: () => Promise<void>) => Promise<unknown>;

/** The parsers of text bodies by their limits; they are cached, because making one costs as much as reading a body. */
const textParsers = new WeakMap<BodyLimits, Promise<Parser>>();

async function makeParser({ bodyLimit }: BodyLimits, formidable?: object): Promise<Parser> {
  const { koaBody } = await import('koa-body');
  return koaBody({
    json: false,
    urlencoded: false,
    textTypes: TEXT_TYPES,
    textLimit: bodyLimit,
    // One character for each byte, because invalid UTF-8 is handled when the parameters are decoded.
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

/** Runs a parser, which leaves what it has read on Koa's request. */
async function parse(context: Context, parser: Parser): Promise<{ body?: unknown; files?: unknown }> {
  await parser(context, async () => undefined);
  return context.request as unknown as { body?: unknown; files?: unknown };
}

async function readText(context: Context, kind: string, limits: BodyLimits): Promise<RequestBody> {
  const { body } = await parse(context, await textParser(limits));
  const bytes = Buffer.from(String(body ?? ''), 'latin1');
  if (kind === 'urlencoded') return { form: decodeForm(bytes) };
  limitJson(bytes);
  return { bytes };
}

async function readParts(context: Context, limits: BodyLimits, scratch: Scratch): Promise<RequestBody> {
  const parser = await makeParser(limits, multipartOptions(await scratch.folder(), limits));
  const { body, files } = await parse(context, parser);
  return readMultipart(body as never, files as never);
}

/** Whether a body is a file although its type is that of a form: curl sends that type when none is given. */
const isUnnamedFile = ({ request }: Context): boolean =>
  request.is('urlencoded') === 'urlencoded' && /\bfilename\*?=/i.test(request.get('content-disposition'));

/** Whether the headers of a request announce a body. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/**
 * Reads the body of a request: a form becomes parameters, uploaded files are written to disk, and JSON and all other
 * types are returned as bytes.
 *
 * @throws RestError with status 413 for a body beyond the limits, and 400 for a form that cannot be read.
 */
async function readBody(
  context: Context,
  settings: HttpSettings,
  taker: BodyTaker,
  scratch: Scratch,
): Promise<RequestBody> {
  const { request, req } = context;
  if (!METHODS.includes(context.method)) return {};
  const kind = isUnnamedFile(context) ? false : request.is(...TEXT_TYPES, 'multipart/form-data');
  if (kind === null) return {};
  const inMemory = kind !== false && !kind.startsWith('multipart');
  const limits = await limitsFor(context, inMemory, settings, taker);
  const limit = inMemory ? limits.bodyLimit : limits.uploadLimit;
  try {
    if ((request.length ?? 0) > limit) throw tooLarge(limit);
    if (kind === false) return withParams(await readBytes(req, limit, scratch), context);
    return await (inMemory ? readText(context, kind, limits) : readParts(context, limits, scratch));
  } catch (error) {
    // The rest of the body is discarded, because clients read the response only after they have sent it.
    req.resume();
    throw toRestError(error, limit, settings.log);
  }
}

/** The body of a request, or the error for which it could not be read. */
export interface ReceivedBody {
  readonly body: RequestBody;
  readonly unreadable?: RestError;
}

const NO_BODY: ReceivedBody = { body: {} };

/**
 * Reads the body of a request if it has one and anything takes it; any other is discarded. Its files are deleted when the
 * response has been sent.
 */
export async function receiveBody(context: Context, settings: HttpSettings, taker: BodyTaker): Promise<ReceivedBody> {
  if (!hasBody(context.req)) return NO_BODY;
  if (!taker.isTaken()) {
    context.req.resume();
    return NO_BODY;
  }
  const scratch = new Scratch();
  context.res.on('close', () => {
    scratch.remove().catch((error) => {
      settings.log.error({ err: error }, 'the files of a request could not be removed');
    });
  });
  try {
    return { body: await readBody(context, settings, taker, scratch) };
  } catch (error) {
    if (!isRestError(error)) throw error;
    return { body: {}, unreadable: error };
  }
}

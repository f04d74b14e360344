import { createHash, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RestError, RestRequest, UploadedFile } from '../../../core/index.ts';
import { mediaErrors } from '../errors.ts';
import { filenameOf } from './disposition.ts';

/** The field of a form that holds the file. */
const FIELD = 'file';

/** A file as it was sent: on disk, nothing checked yet. */
export interface ReceivedFile {
  /** Where the bytes are. */
  readonly path: string;
  readonly size: number;
  /** The name that the client gave. */
  readonly name: string;
  /** The error of a file that is refused for what it is: WordPress answers differently for forms and raw bytes. */
  readonly refusal: () => RestError;
}

/**
 * Finds the file of a request: the field `file` of a form, or else the body as bytes. Bytes in memory are written to
 * `folder`. Throws the error object to answer with.
 */
export async function receiveFile(request: RestRequest, folder: string): Promise<ReceivedFile> {
  const isForm = Object.keys(request.files).length > 0;
  const file = isForm ? fromForm(request.files) : await fromBody(request, folder);
  await checkHash(file.path, request.getHeader('content-md5')?.trim() ?? '');
  if (file.size === 0) throw file.refusal();
  return file;
}

function fromForm(files: Readonly<Record<string, UploadedFile>>): ReceivedFile {
  const file = Object.hasOwn(files, FIELD) ? files[FIELD] : undefined;
  if (file === undefined || file.name === '') throw mediaErrors.rest_upload_unknown_error();
  const { path, size, name } = file;
  return { path, size, name, refusal: () => mediaErrors.rest_upload_unknown_error() };
}

async function fromBody(request: RestRequest, folder: string): Promise<ReceivedFile> {
  const { body, bodyPath } = request;
  if (bodyPath === undefined && (body === undefined || body.length === 0)) throw mediaErrors.rest_upload_no_data();
  if (request.getHeader('content-type') === null) throw mediaErrors.rest_upload_no_content_type();
  const disposition = request.getHeader('content-disposition');
  if (disposition === null) throw mediaErrors.rest_upload_no_content_disposition();
  const name = filenameOf(disposition);
  if (name === undefined) throw mediaErrors.rest_upload_invalid_disposition();
  const path = bodyPath ?? join(folder, 'body');
  if (bodyPath === undefined) await writeFile(path, body!);
  return { path, size: (await stat(path)).size, name, refusal: () => mediaErrors.rest_upload_sideload_error() };
}

/** The hash is written in hexadecimal digits, as the reference reads it, or in base 64, as HTTP has it. */
async function checkHash(path: string, expected: string): Promise<void> {
  if (expected === '') return;
  const hash = createHash('md5');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  const actual = hash.digest();
  const given = Buffer.from(expected, /^[0-9a-f]{32}$/i.test(expected) ? 'hex' : 'base64');
  if (given.length !== actual.length || !timingSafeEqual(given, actual)) throw mediaErrors.rest_upload_hash_mismatch();
}

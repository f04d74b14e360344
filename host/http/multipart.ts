import { randomUUID } from 'node:crypto';
import type { ExtendedFormidableOptions } from 'koa-body';
import type { UploadedFile } from '../../core/index.ts';
import { MAX_PARAMETERS, nestParameters, type Params } from '../../core/rest/index.ts';
import type { BodyLimits } from './settings.ts';

interface FormFile {
  readonly filepath: string;
  readonly originalFilename: string | null;
  readonly mimetype: string | null;
  readonly size: number;
}

/** The fields and files of a multipart form. */
export interface MultipartForm {
  readonly form: Params;
  readonly files: Record<string, UploadedFile>;
}

/** How many files a form may hold. */
export const MOST_FILES = 50;

// The parser stores parts in a plain object by name. A number before each name keeps parts of the same name apart and in
// their order, and makes names such as `__proto__` harmless.
const numbered = (name: string, position: number): string => `${position}:${name}`;
const nameOf = (key: string): string => key.slice(key.indexOf(':') + 1);

/** The options of the multipart parser: files are written to a folder, and sizes are limited. */
export function multipartOptions(folder: string, limits: BodyLimits): ExtendedFormidableOptions {
  let position = 0;
  let files = 0;
  return {
    uploadDir: folder,
    // The parser's own names take a millisecond each.
    filename: () => randomUUID(),
    allowEmptyFiles: true,
    minFileSize: 0,
    maxFileSize: limits.uploadLimit,
    maxTotalFileSize: limits.uploadLimit,
    maxFieldsSize: limits.bodyLimit,
    maxFields: MAX_PARAMETERS,
    maxFiles: MOST_FILES,
    onPart(part, handle) {
      part.name = numbered(part.name ?? '', position++);
      // A part with a file name is a file, even if it has no type.
      if (part.originalFilename) part.mimetype ??= 'application/octet-stream';
      if (part.mimetype) files++;
      // The first part too many has the form refused; those that came with it open no files.
      if (position <= MAX_PARAMETERS + MOST_FILES + 1 && files <= MOST_FILES + 1) handle(part);
    },
  };
}

/** Makes parameters and files by name of the parser's result; of several files of one name the last is taken. */
export function readMultipart(fields: Record<string, string>, parsed: Record<string, FormFile>): MultipartForm {
  const form = nestParameters(Object.entries(fields).map(([key, value]) => [nameOf(key), value] as const));
  const files: Record<string, UploadedFile> = Object.create(null);
  for (const [key, { filepath, originalFilename, mimetype, size }] of Object.entries(parsed)) {
    files[nameOf(key)] = { name: originalFilename ?? '', type: mimetype ?? '', size, path: filepath };
  }
  return { form, files };
}

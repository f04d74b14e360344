import type { ExtendedFormidableOptions } from 'koa-body';
import { nestParameters, type Params, type UploadedFile } from '../../core/index.ts';
import type { BodyLimits } from './body.ts';

interface FormFile {
  readonly filepath: string;
  readonly originalFilename: string | null;
  readonly mimetype: string | null;
  readonly size: number;
}

/** What a multipart form held. */
export interface MultipartForm {
  readonly form: Params;
  readonly files: Record<string, UploadedFile>;
}

// The parser gathers parts in a plain object by name. With its number before the name no two parts are one,
// their order is kept, and no name means anything to the object.
const numbered = (name: string, position: number): string => `${position}:${name}`;
const nameOf = (key: string): string => key.slice(key.indexOf(':') + 1);

/** How the parser of multipart bodies is to work: files go to a folder, sizes are limited. */
export function multipartOptions(folder: string, limits: BodyLimits): ExtendedFormidableOptions {
  let position = 0;
  return {
    uploadDir: folder,
    allowEmptyFiles: true,
    minFileSize: 0,
    maxFileSize: limits.uploadLimit,
    maxTotalFileSize: limits.uploadLimit,
    maxFieldsSize: limits.bodyLimit,
    onPart(part, handle) {
      part.name = numbered(part.name ?? '', position++);
      // A part that names a file is one, whether or not it names a type.
      if (part.originalFilename) part.mimetype ??= 'application/octet-stream';
      handle(part);
    },
  };
}

/** Brings what the parser gathered into parameters and files by name; of files of one name the last wins. */
export function readMultipart(fields: Record<string, string>, parsed: Record<string, FormFile>): MultipartForm {
  const form = nestParameters(Object.entries(fields).map(([key, value]) => [nameOf(key), value] as const));
  const files: Record<string, UploadedFile> = Object.create(null);
  for (const [key, { filepath, originalFilename, mimetype, size }] of Object.entries(parsed)) {
    files[nameOf(key)] = { name: originalFilename ?? '', type: mimetype ?? '', size, path: filepath };
  }
  return { form, files };
}

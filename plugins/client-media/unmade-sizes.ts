import type { RestRequest, RestResponse } from '../../core/index.ts';
import { sanitizeBoolean } from '../../core/schema/index.ts';
import { baseName } from '../media/index.ts';

/** Whether a request uploads a file whose sizes its client makes. */
export function clientMakesSizes(request: RestRequest): boolean {
  const asked = request.method === 'POST' ? request.getParam('generate_sub_sizes') : null;
  return asked !== null && asked !== undefined && !sanitizeBoolean(asked);
}

/** The sizes that the first page of a document is shown in. */
const OF_DOCUMENTS = ['thumbnail', 'medium', 'large'];

/** Adds to an answer what a client needs to make the sizes: the name of the file, and its orientation. */
export function withWhatIsNeeded(response: RestResponse, sizes: ReadonlyMap<string, unknown>): RestResponse {
  const data = response.data as Record<string, unknown>;
  const details = data.media_details as { file?: string; image_meta?: { orientation?: unknown } } | undefined;
  if (details === undefined) return response;
  const name = details.file ?? data.source_url;
  const needed = typeof name === 'string' ? { filename: baseName(name) } : {};
  if (data.media_type === 'image') {
    response.data = { ...data, ...needed, exif_orientation: Number(details.image_meta?.orientation) || 1 };
  } else if (data.mime_type === 'application/pdf') {
    response.data = { ...data, ...needed, missing_image_sizes: OF_DOCUMENTS.filter((size) => sizes.has(size)) };
  }
  return response;
}

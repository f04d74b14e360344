import { join } from 'node:path';
import type { RestError, RestRequest } from '../../core/index.ts';
import { allowedTypes, baseName, extensionOf, type ReceivedFile } from '../media/index.ts';
import type { PublicWeb } from '../public-web/index.ts';
import { clientMediaErrors as errors } from './errors.ts';

/**
 * Fetches the image whose address a request gives in place of a file; null for a request that gives none. The
 * reason of a failure is not shown, because it would reveal the network that the host is in.
 */
export async function fetchFile(
  request: RestRequest,
  folder: string,
  web: PublicWeb,
  bytes: number,
): Promise<ReceivedFile | null> {
  const address = request.getParam('url');
  if (address === null || address === undefined || address === '' || Object.keys(request.files).length > 0) return null;
  const refusal = (): RestError => errors.rest_invalid_url();
  const name = nameOf(address);
  const type = allowedTypes(false).get(extensionOf(name ?? ''));
  if (name === undefined || type?.startsWith('image/') !== true) throw refusal();
  const path = join(folder, 'fetched');
  const fetched = await web.download(String(address), { path, bytes, accept: 'image/*' }).catch(() => undefined);
  if (fetched?.status !== 200 || fetched.size === 0) throw refusal();
  return { path, size: fetched.size, name, refusal };
}

/** The last part of the path of an address. */
function nameOf(address: unknown): string | undefined {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
  try {
    return decodeURIComponent(baseName(new URL(address).pathname));
  } catch {
    return undefined;
  }
}

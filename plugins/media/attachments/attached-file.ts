import type { PluginHooks } from '../../../core/index.ts';
import type { MetaValues } from '../../meta/index.ts';
import type { MediaStorage } from '../storage/media-storage.ts';
import { typeOfName } from '../types/mime-types.ts';
import { ALT_TEXT, type AttachmentMetadata, FILE, METADATA, readMetadata } from './metadata.ts';

/** The path, the address and the metadata of the file of an attachment. */
export interface AttachedFile {
  /** The id of the attachment. */
  readonly id: number;
  /** The path of the file that is shown; empty when there is none. */
  readonly path: string;
  /** The address of the file that is shown. */
  readonly url: string;
  readonly metadata: AttachmentMetadata;
  readonly altText: string;
  readonly isImage: boolean;
}

/** The keys of metadata that tell of a file. */
export const FILE_META: readonly string[] = [FILE, METADATA, ALT_TEXT];

/** The services that files are told of with. */
export interface FileDependencies {
  readonly hooks: PluginHooks;
  readonly storage: Pick<MediaStorage, 'url'>;
}

/** Reads the data of the file of an attachment from its metadata. */
export function readAttachedFile(
  { id, guid, mimeType }: { readonly id: number; readonly guid: string; readonly mimeType: string },
  meta: MetaValues,
  { storage, hooks }: FileDependencies,
): AttachedFile {
  const [stored, metadata, alt] = FILE_META.map((key) => meta.get(key)?.[0]);
  const path = typeof stored === 'string' ? stored : '';
  const type = mimeType || typeOfName(path) || '';
  return {
    id,
    path,
    url: hooks.filter('wp_get_attachment_url').call(path === '' ? guid : storage.url(path), id),
    metadata: readMetadata(metadata),
    altText: typeof alt === 'string' ? alt : '',
    isImage: path !== '' && type.startsWith('image/'),
  };
}

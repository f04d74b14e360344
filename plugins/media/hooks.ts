import { asyncAction, asyncFilter, type CurrentUser, filter, mustBe, type RestRequest } from '../../core/index.ts';
import type { Post } from '../posts/index.ts';
import type { AttachmentMetadata } from './attachments/metadata.ts';
import type { Dimensions, ImageSize } from './images/dimensions.ts';
import type { ReceivedFile } from './upload/receive.ts';

const changeOf = (meaning: string) =>
  asyncAction<[id: number, post: Post]>({ params: ['post_id', 'post'], requiredPermissions: 'content:read', meaning });

/** The hooks that files fire, in the order of a file's lifecycle. */
export const mediaHooks = {
  rest_upload_file: asyncFilter<[file: ReceivedFile | null, request: RestRequest, folder: string]>({
    params: ['file', 'request', 'folder'],
    requiredPermissions: 'content:write',
    decides: true,
    value: mustBe('a file or null', (value) => value === null || (typeof value === 'object' && 'path' in value)),
    timeout: 60_000,
    meaning:
      'Brings the file of an upload that the request does not hold, in a folder that is removed afterwards; null to take the one that it holds.',
  }),
  rest_upload_makes_sizes: filter<[makes: boolean, request: RestRequest]>({
    params: ['makes', 'request'],
    requiredPermissions: 'content:write',
    meaning: 'Says whether an uploaded image is made in its sizes, and in the copy that is shown in its place.',
  }),
  upload_mimes: filter<[types: Map<string, string>, user: CurrentUser]>({
    params: ['mimes', 'user'],
    requiredPermissions: 'content:write',
    meaning: 'Says which types of files a user may upload: media types by extension.',
  }),
  image_sizes: filter<[sizes: Map<string, ImageSize>]>({
    params: ['sizes'],
    meaning: 'Adjusts the sizes that images are made in, by name.',
  }),
  image_editor_output_format: filter<[formats: Readonly<Record<string, string>>, filename: string, mimeType: string]>({
    params: ['output_format', 'filename', 'mime_type'],
    requiredPermissions: 'content:read',
    meaning: 'Says in which media type the sizes of images of a media type are written.',
  }),
  image_strip_meta: filter<[strip: boolean]>({
    params: ['strip_meta'],
    meaning: 'Says whether what cameras and photographers wrote into an image is left out of its sizes and copies.',
  }),
  big_image_size_threshold: filter<[pixels: number, image: Dimensions & { readonly type: string }, path: string]>({
    params: ['threshold', 'image', 'path'],
    requiredPermissions: 'content:read',
    meaning: 'Says from which width or height on an image is shown in a smaller copy; 0 for never.',
  }),
  wp_generate_attachment_metadata: asyncFilter<
    [metadata: AttachmentMetadata, id: number, context: 'create' | 'update']
  >({
    params: ['metadata', 'attachment_id', 'context'],
    requiredPermissions: 'content:write',
    meaning: 'Adjusts what is stored of a file once its sizes are made.',
  }),
  wp_edited_image_metadata: asyncFilter<[metadata: AttachmentMetadata, newId: number, id: number]>({
    params: ['new_image_meta', 'new_attachment_id', 'attachment_id'],
    requiredPermissions: 'content:write',
    meaning: 'Adjusts what is stored of an image that was made by editing another one.',
  }),
  add_attachment: changeOf('Fires when an attachment was stored with its file.'),
  edit_attachment: changeOf('Fires when an attachment was changed.'),
  delete_attachment: changeOf('Fires before an attachment is deleted; its file goes once that is done.'),
  wp_get_attachment_url: filter<[url: string, id: number]>({
    params: ['url', 'attachment_id'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the address of the file of an attachment.',
  }),
  wp_lazy_loading_enabled: filter<[enabled: boolean, tagName: string, context: string]>({
    params: ['enabled', 'tag_name', 'context'],
    requiredPermissions: 'content:read',
    meaning: 'Says whether elements of a kind are loaded when they come into sight.',
  }),
  wp_get_loading_optimization_attributes: filter<
    [
      attributes: Readonly<Partial<Record<'loading' | 'decoding' | 'fetchpriority', string>>>,
      tagName: string,
      attr: Readonly<Record<string, string>>,
      context: string,
    ]
  >({
    params: ['loading_attrs', 'tag_name', 'attr', 'context'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts how an image or a frame is loaded that says nothing of it: loading, decoding, fetchpriority.',
  }),
  max_srcset_image_width: filter<[maxWidth: number, size: Dimensions]>({
    params: ['max_width', 'size'],
    meaning: 'Says how many pixels the images of a `srcset` are wide at the most.',
  }),
  wp_calculate_image_srcset: filter<
    [sources: readonly ImageCandidate[], size: Dimensions, src: string, metadata: AttachmentMetadata, id: number]
  >({
    params: ['sources', 'size_array', 'image_src', 'image_meta', 'attachment_id'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the images of a `srcset`; an empty list for none.',
  }),
  wp_calculate_image_sizes: filter<
    [sizes: string, size: Dimensions, src: string, metadata: AttachmentMetadata, id: number]
  >({
    params: ['sizes', 'size', 'image_src', 'image_meta', 'attachment_id'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the value of `sizes` of an image with a `srcset`.',
  }),
  wp_get_attachment_image_attributes: filter<[attributes: Readonly<Record<string, string>>, id: number, size: string]>({
    params: ['attr', 'attachment_id', 'size'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the attributes of the element of an image; they are escaped afterwards.',
  }),
};

/** An image of a `srcset` with its width in pixels. */
export interface ImageCandidate {
  readonly url: string;
  readonly descriptor: 'w';
  readonly value: number;
}

type MediaHooks = typeof mediaHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends MediaHooks {}
}

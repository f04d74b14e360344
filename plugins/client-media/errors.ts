import { defineErrors } from '../../core/index.ts';

/** The errors of files that clients make of a file. */
export const clientMediaErrors = defineErrors({
  rest_post_invalid_id: [400, 'Files are added to images and PDF documents alone.'],
  rest_sideload_attachment_not_in_uploads: [403, 'The item has no file among the uploads of this site.'],
  rest_invalid_url: [400, 'The address is none of an image that can be fetched from the public web.'],
  rest_upload_invalid_image: [400, 'The file is no image whose measures can be read.'],
  rest_upload_dimension_mismatch: [400, 'The image has other measures than the size asks for.'],
  rest_invalid_sub_size_file: [400, 'A file is none that was added to this item for that size.'],
});

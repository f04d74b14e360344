import { defineErrors } from '../../core/index.ts';

/** The errors of files and their routes. */
export const mediaErrors = defineErrors({
  rest_cannot_edit: ['authorization', 'You may not attach files to this item.'],
  rest_cannot_edit_file_type: [400, 'Images of this type cannot be edited.'],
  rest_cannot_edit_image: ['authorization', 'You may not upload files to this site.'],
  rest_image_crop_failed: [400, 'The image cannot be cropped.'],
  rest_image_not_edited: [400, 'There is nothing to change of the image.'],
  rest_image_rotation_failed: [400, 'The image cannot be rotated.'],
  rest_invalid_param: [400, 'A file cannot be attached to a file or to a revision.'],
  rest_unknown_attachment: [404, 'The image is not the one that src names.'],
  rest_unknown_image_file_type: [400, 'The image cannot be read.'],
  rest_upload_file_too_big: [400, 'The file is larger than this site takes.'],
  rest_upload_hash_mismatch: [412, 'The bytes are not those that Content-MD5 tells of.'],
  rest_upload_invalid_disposition: [
    400,
    'Content-Disposition gives no file name; it looks like: attachment; filename="photo.jpg".',
  ],
  rest_upload_limited_space: [400, 'The site has no room for the file.'],
  rest_upload_no_content_disposition: [400, 'The header Content-Disposition is missing.'],
  rest_upload_no_content_type: [400, 'The header Content-Type is missing.'],
  rest_upload_no_data: [400, 'There is no file in the request.'],
  rest_upload_sideload_error: [500, 'The file is of a type that you may not upload, or is not what its name says.'],
  rest_upload_unknown_error: [500, 'The file is of a type that you may not upload, or is not what its name says.'],
});

import { defineErrors } from '../../core/index.ts';

/** The errors of the routes of fonts. */
export const fontErrors = defineErrors({
  rest_cannot_read: ['authorization', 'You may not see the fonts of the site.'],
  rest_duplicate_font_face: [400, 'There is such a font face.'],
  rest_duplicate_font_family: [400, 'There is a font family with this slug.'],
  rest_font_collection_not_found: [404, 'There is no such collection of fonts.'],
  rest_font_face_parent_id_mismatch: [404, 'The font face is one of another font family.'],
  rest_font_upload_invalid_file_type: [400, 'The file is no font, or not the kind of font that its name says.'],
  rest_font_upload_unknown_error: [500, 'The file cannot be stored.'],
  rest_post_invalid_page_number: [400, 'The list has fewer pages.'],
  rest_post_invalid_parent: [404, 'There is no such font family.'],
});

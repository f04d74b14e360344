import { filter, mustBe } from '../../core/index.ts';

const value = mustBe('a text or false', (given) => typeof given === 'string' || given === false);

const adds = (what: string) =>
  filter<[add: boolean, image: string, context: string, id: number]>({
    params: ['add', 'image', 'context', 'attachment_id'],
    requiredPermissions: 'content:read',
    meaning: `Says whether an image of a text gets ${what}.`,
  });

const attribute = (name: string, of: string) =>
  filter<[value: string | false, tag: string, context: string]>({
    params: ['value', of, 'context'],
    requiredPermissions: 'content:read',
    value,
    meaning: `Says which \`${name}\` ${of === 'image' ? 'an image' : 'a frame'} of a text gets that has none; false for none.`,
  });

/** The hooks that images and frames of texts pass through. */
export const imageHooks = {
  wp_img_tag_add_width_and_height_attr: adds('its measures'),
  wp_img_tag_add_srcset_and_sizes_attr: adds('its other sizes to choose from'),
  wp_img_tag_add_loading_attr: attribute('loading', 'image'),
  wp_img_tag_add_decoding_attr: attribute('decoding', 'image'),
  wp_iframe_tag_add_loading_attr: attribute('loading', 'iframe'),
  wp_content_img_tag: filter<[image: string, context: string, id: number]>({
    params: ['filtered_image', 'context', 'attachment_id'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the tag of an image of a text once it is complete.',
  }),
};

type ImageHooks = typeof imageHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends ImageHooks {}
}

import { definePlugin } from '../../core/index.ts';
import { type RenderContext, renderStages } from '../content-rendering/index.ts';
import { AttachmentImages } from '../media/index.ts';
import { hasContentTags } from './content-tags.ts';
import { imageHooks } from './hooks.ts';
import { ImageTags } from './images.ts';

/** The tags of images and frames in contents and excerpts, as browsers load them best. */
export default definePlugin({
  name: 'responsive-images',
  version: '0.1.0',
  description: 'Gives images of contents their sizes to choose from, their measures, and has them loaded lazily.',
  group: 'media',
  cacheable: true,
  requires: { 'content-rendering': '^0.1.0', media: '^0.1.0' },
  capabilities: ['content:read'],
  hooks: imageHooks,
  setup({ hooks, brand, use }) {
    const tags = new ImageTags({ hooks, images: use(AttachmentImages), brand: brand.name });
    const images = { name: 'images', stage: renderStages.images, pure: true };

    hooks
      .filter('the_content')
      .tapPromise(images, (content, context) =>
        context.isExcerpt || !hasContentTags(content) ? content : completed(content, context),
      );
    const completed = async (content: string, context: RenderContext): Promise<string> => {
      const { text, isDynamic } = await tags.complete(content, 'the_content');
      if (isDynamic) context.isDynamic = true;
      return text;
    };
    // What an excerpt is shown as is cached by its text alone, so the stored images are looked up before.
    hooks
      .filter('get_the_excerpt')
      .tapPromise(images, (excerpt) =>
        hasContentTags(excerpt) ? tags.complete(excerpt, 'the_excerpt').then(({ text }) => text) : excerpt,
      );
  },
});

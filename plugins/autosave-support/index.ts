import { definePlugin } from '../../core/index.ts';

/** Shows editors for which types they may store unfinished changes beside the item. */
export default definePlugin({
  name: 'autosave-support',
  version: '0.1.0',
  description: 'Shows `autosave` among what content types support.',
  group: 'content',
  cacheable: true,
  optIn: true,
  requires: { autosaves: '^0.1.0', 'content-types': '^0.1.0' },
  capabilities: ['requests'],
  setup({ hooks }) {
    hooks.filter('rest_prepare_post_type').tap('autosave-support', (response, type) => {
      const data = response.data as { readonly supports?: object };
      const isSaved = type.supports.has('editor') && type.name !== 'attachment';
      if (data.supports === undefined || !isSaved) return response;
      response.data = { ...data, supports: { ...data.supports, autosave: true } };
      return response;
    });
  },
});

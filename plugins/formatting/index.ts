import { definePlugin } from '../../core/index.ts';
import { hasBlocks, renderStages, Shortcodes } from '../content-rendering/index.ts';
import { renderInAttributes } from './attribute-shortcodes.ts';
import { autop } from './autop.ts';
import { makeClickable } from './make-clickable.ts';
import { texturize } from './texturize.ts';

export { type AllowedHtml, COMMENT_HTML, POST_HTML } from './allowed-html.ts';
export { autop } from './autop.ts';
export { kses, ksesData, ksesPost, ksesPostOf } from './kses.ts';
export { makeClickable } from './make-clickable.ts';
export { safeCss } from './safe-css.ts';
export { texturize } from './texturize.ts';

export default definePlugin({
  name: 'formatting',
  version: '0.1.0',
  description: 'Sets typographic quotes, dashes and paragraphs, and makes links in comments.',
  group: 'content',
  cacheable: true,
  requires: { 'content-rendering': '^0.1.0' },
  capabilities: ['content:read'],
  setup({ hooks, use }) {
    const shortcodes = use(Shortcodes);
    const typography = { name: 'typography', stage: renderStages.typography, pure: true };
    const paragraphs = { name: 'paragraphs', stage: renderStages.paragraphs, pure: true };
    const curl = (text: string) => texturize(text, shortcodes.tags());

    hooks.filter('the_title').tap(typography, curl);
    hooks.filter('the_content').tap(typography, curl);
    hooks.filter('the_excerpt').tap(typography, curl);
    hooks.filter('comment_text').tap({ name: 'links', stage: renderStages.links, pure: true }, makeClickable);
    hooks.filter('comment_text').tap(typography, curl);

    hooks
      .filter('the_content')
      .tap(paragraphs, (content, { source }) => (hasBlocks(source) ? content : autop(content)));
    hooks
      .filter('the_content')
      .tapPromise(
        { name: 'attribute-shortcodes', stage: renderStages.attributeShortcodes, pure: true },
        (content, context) => (content.includes('[') ? renderInAttributes(content, context, shortcodes) : content),
      );
    hooks.filter('the_excerpt').tap(paragraphs, (excerpt) => autop(excerpt));
    hooks.filter('comment_text').tap(paragraphs, (text) => autop(text));
  },
});

import { member } from '../../core/base/index.ts';
import { sanitizeTextField, slugify } from '../../core/text/index.ts';
import { ksesPost } from '../formatting/index.ts';
import { foreign } from '../public-web/index.ts';

/** The fields of a pattern of the directory; its content has the markup alone that writers may use. */
export function entryOf(pattern: unknown): Readonly<Record<string, unknown>> {
  const meta = member(pattern, 'meta');
  const title = member(member(pattern, 'title'), 'rendered');
  const content = member(pattern, 'pattern_content');
  const keywords = member(meta, 'wpop_keywords');
  return {
    id: Math.trunc(foreign.number(pattern, 'id')),
    title: typeof title === 'string' ? sanitizeTextField(title) : '',
    content: typeof content === 'string' ? ksesPost(content) : '',
    categories: foreign.texts(pattern, 'category_slugs').map((slug) => slugify(slug)),
    keywords: typeof keywords === 'string' ? keywords.split(',').map((word) => sanitizeTextField(word)) : [],
    description: foreign.text(meta, 'wpop_description'),
    viewport_width: Math.trunc(foreign.number(meta, 'wpop_viewport_width')),
    block_types: foreign.texts(meta, 'wpop_block_types'),
  };
}

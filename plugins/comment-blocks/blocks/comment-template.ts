import { typography, wrapperAttributes } from '../../block-supports/index.ts';
import {
  type BlockInstance,
  type BlockType,
  mayRepeat,
  type RenderContext,
  requestOf,
} from '../../content-rendering/index.ts';
import { commentClasses } from '../comment-classes.ts';
import type { CommentBlockDependencies } from '../dependencies.ts';
import { shownComments } from '../shown-comments.ts';
import { greatestDepth, type Thread, threadsOf } from '../threads.ts';

const TYPE = {
  name: 'core/comment-template',
  title: 'Comment template',
  category: 'design',
  parent: ['core/comments'],
  usesContext: ['postId'],
  attributes: {},
  supports: { reusable: false, html: false, align: true, typography: typography() },
} satisfies BlockType;

/** The comments on an item, each as the blocks within show it, with the answers to it. */
export const commentTemplate = (dependencies: CommentBlockDependencies): BlockType => ({
  ...TYPE,
  skipInnerBlocks: true,
  async render(attributes, _content, block, context) {
    const { comments, options, site, users } = dependencies;
    const shown = await shownComments(dependencies, block.context.postId, context);
    if (shown === null || shown.comments.length === 0) return '';
    const request = requestOf(context);
    const [loader, members] = [comments.loader(request), users.loader(request)];
    for (const comment of shown.comments) loader.prime(comment.id, comment);
    // Those who wrote them are read together.
    const authors = new Set(shown.comments.map(({ author }) => author).filter((id) => id > 0));
    const found = await Promise.all([...authors].map((id) => members.load(id)));
    const slugs = new Map(found.flatMap((user) => (user === null ? [] : [[user.id, user.nicename] as const])));
    let [count, threads] = [0, 0];
    const show = async (thread: Thread): Promise<string> => {
      const { comment, depth, answers } = thread;
      const place = { count: count++, thread: depth === 1 ? threads++ : -1, depth };
      const classes = commentClasses(comment, shown.post, slugs.get(comment.author), place);
      const own = await contentOf(dependencies, block, comment.id, context);
      if (!mayRepeat(context, own)) return '';
      const inner = answers.length === 0 ? '' : `<ol>${await showAll(answers)}</ol>`;
      return `<li id="comment-${comment.id}" class="${classes}">${own}${inner}</li>`;
    };
    const showAll = async (all: readonly Thread[]): Promise<string> => {
      let markup = '';
      for (const thread of all) markup += await show(thread);
      return markup;
    };
    const list = await showAll(threadsOf(shown.comments, greatestDepth(options)));
    return `<ol${wrapperAttributes(site, TYPE, attributes)}>${list}</ol>`;
  },
});

/** What the blocks within show of a comment. */
function contentOf(
  { renderer }: Pick<CommentBlockDependencies, 'renderer'>,
  { innerBlocks, innerHTML, innerContent, availableContext }: BlockInstance,
  commentId: number,
  context: RenderContext,
): string | Promise<string> {
  const template = { blockName: null, attrs: {}, innerBlocks, innerHTML, innerContent };
  return renderer.blocks([template], context, { ...availableContext, commentId });
}

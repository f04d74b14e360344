import { runningSpan, whereOf } from '../../core/trace/index.ts';

/** The capabilities on one object which follow from what the object is, and so cannot be told by its id. */
const OF_LOADED: ReadonlySet<string> = new Set([
  'edit_post',
  'read_post',
  'delete_post',
  'publish_post',
  'edit_page',
  'read_page',
  'delete_page',
  'edit_term',
  'delete_term',
  'assign_term',
  'edit_comment',
]);

/** Names the plugin that is running, where that is known: while a request is traced, as it is while debug is on. */
function place(): string {
  const span = runningSpan()?.ofPlugin();
  return span === undefined ? '' : `plugin "${span.plugin}", in "${whereOf(span)}": `;
}

/** Throws a `TypeError` if an id is given in place of an object, since that would be refused in silence. */
export function expectLoaded(capability: string, given: unknown): void {
  if ((typeof given !== 'number' && typeof given !== 'string') || !OF_LOADED.has(capability)) return;
  throw new TypeError(
    `${place()}can('${capability}', ${given}) is given an id; load the object by its store, and give that`,
  );
}

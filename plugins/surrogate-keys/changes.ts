import type { PluginHooks } from '../../core/index.ts';
import type { Comment } from '../comments/index.ts';
import type { Post } from '../posts/index.ts';
import type { Taxonomies } from '../taxonomies/index.ts';
import { COMMENTS, commentKey, postKey, SITE, taxonomyKey, termKey, typeKey, USERS, userKey } from './keys.ts';

/** The options that no answer shows: what lasts a while, and what is Tappet's own. */
const UNSEEN = /^(?:tappet_|_transient_|_site_transient_|cron$)/;

/** Has the keys told of the answers that each change makes stale. */
export function followChanges(
  hooks: PluginHooks,
  taxonomies: Taxonomies,
  tell: (keys: readonly string[]) => void,
): void {
  // Terms count their items, and users are shown who have some.
  const changedPost = ({ id, type, parent }: Post) =>
    tell([
      postKey(id),
      typeKey(type),
      ...(parent > 0 ? [postKey(parent)] : []),
      ...taxonomies.ofType(type).map(({ name }) => taxonomyKey(name)),
      USERS,
      COMMENTS,
    ]);
  hooks.action('save_post').tap('surrogate-keys', (_id, post) => changedPost(post));
  hooks.action('transition_post_status').tap('surrogate-keys', (_status, _before, post) => changedPost(post));
  hooks.action('deleted_post').tap('surrogate-keys', (_id, post) => changedPost(post));

  const changedTerm = (id: number, taxonomy: string, objects: readonly number[] = []) =>
    tell([termKey(id), taxonomyKey(taxonomy), ...objects.map(postKey)]);
  hooks.action('created_term').tap('surrogate-keys', (id, _taxonomyId, taxonomy) => changedTerm(id, taxonomy));
  hooks.action('edited_term').tap('surrogate-keys', (id, _taxonomyId, taxonomy) => changedTerm(id, taxonomy));
  hooks
    .action('delete_term')
    .tap('surrogate-keys', (id, _taxonomyId, taxonomy, _term, objects) => changedTerm(id, taxonomy, objects));
  hooks.action('set_object_terms').tap('surrogate-keys', (id, _termIds, _taxonomyIds, name) => {
    const taxonomy = taxonomies.get(name);
    const types = taxonomy === undefined ? [] : taxonomies.typesOf(taxonomy);
    tell([postKey(id), taxonomyKey(name), ...types.map(typeKey)]);
  });

  const changedComment = ({ id, post }: Comment) => tell([commentKey(id), COMMENTS, postKey(post)]);
  for (const name of ['wp_insert_comment', 'edit_comment', 'deleted_comment'] as const) {
    hooks.action(name).tap('surrogate-keys', (_id, comment) => changedComment(comment));
  }
  hooks
    .action('transition_comment_status')
    .tap('surrogate-keys', (_status, _before, comment) => changedComment(comment));

  const changedUser = (id: number) => tell([userKey(id), USERS]);
  hooks.action('user_register').tap('surrogate-keys', changedUser);
  hooks.action('profile_update').tap('surrogate-keys', changedUser);
  hooks.action('deleted_user').tap('surrogate-keys', changedUser);

  const changedOption = (name: string) => {
    if (!UNSEEN.test(name)) tell([SITE]);
  };
  hooks.action('added_option').tap('surrogate-keys', changedOption);
  hooks.action('updated_option').tap('surrogate-keys', changedOption);
  hooks.action('deleted_option').tap('surrogate-keys', changedOption);
}

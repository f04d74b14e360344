import type { Post } from '../post.ts';
import type { PostInput, WriteOptions } from '../post-input.ts';
import type { PostStoreDependencies } from './dependencies.ts';

export type DefaultTermDependencies = Pick<PostStoreDependencies, 'taxonomies' | 'terms'>;

/**
 * Gives an item the categories that are given and, in each taxonomy in which it has no term and gets none afterwards,
 * the default one. Only posts get the default category.
 */
export async function setTermsOfWrite(
  post: Post,
  isNew: boolean,
  { categories = [] }: PostInput,
  { termsFollow = [] }: WriteOptions,
  { taxonomies, terms }: DefaultTermDependencies,
): Promise<void> {
  const ofType = taxonomies.ofType(post.type);
  if (categories.length > 0 && ofType.some(({ name }) => name === 'category')) {
    await terms.setObjectTerms(post.id, 'category', categories);
  }
  if (post.status === 'auto-draft') return;
  const lacking = ofType.filter(
    ({ name, default_term }) =>
      default_term !== null &&
      !termsFollow.includes(name) &&
      (name !== 'category' || (post.type === 'post' && categories.length === 0)),
  );
  if (lacking.length === 0) return;
  const names = lacking.map(({ name }) => name);
  const present = isNew ? [] : ((await terms.ofObjects([post.id], names)).get(post.id) ?? []);
  for (const name of names.filter((taxonomy) => !present.some((term) => term.taxonomy === taxonomy))) {
    const id = terms.defaultTermId(name);
    if (id > 0) await terms.setObjectTerms(post.id, name, [id]);
  }
}

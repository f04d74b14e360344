import { addQueryArgs } from '../../core/index.ts';
import type { EditorDependencies } from './dependencies.ts';
import type { Visitor } from './visitor.ts';

/** What the interface shows of a user. */
export interface ShownUser {
  readonly id: number;
  readonly name: string;
  readonly avatar_urls?: Readonly<Record<string, string>>;
}

/** Users by id, as the interface shows them to a visitor; without those that it does not show to them. */
export async function shownUsers(
  ids: Iterable<number>,
  { context }: Visitor,
  { preloader, brand }: Pick<EditorDependencies, 'brand' | 'preloader'>,
): Promise<Map<number, ShownUser>> {
  const include = [...new Set(ids)];
  if (include.length === 0) return new Map();
  const path = addQueryArgs(`/${brand.namespace}/users`, {
    include: include.join(','),
    per_page: include.length,
    _fields: 'id,name,avatar_urls',
  });
  const answer = (await preloader.preload([path], context))[path] as { body: readonly ShownUser[] } | undefined;
  return new Map(answer?.body.map((user) => [user.id, user]));
}

import { addQueryArgs } from '../../core/index.ts';
import type { ContentType } from '../content-types/index.ts';
import type { EditorDependencies } from './dependencies.ts';
import type { ListQuery } from './list-query.ts';
import { holderNames } from './lock-settings.ts';
import type { Visitor } from './visitor.ts';

/** An item as the interface shows it to its editors. */
export interface ListedItem {
  readonly id: number;
  readonly status: string;
  readonly link: string;
  readonly date: string;
  readonly modified: string;
  readonly title: { readonly raw: string };
  readonly _embedded?: { readonly author?: readonly { readonly name?: string }[] };
}

/** A page of a list. */
export interface List {
  readonly items: readonly ListedItem[];
  /** Who else writes items at present, by item; empty for whom the interface does not show to the visitor. */
  readonly holders: ReadonlyMap<number, string>;
  readonly total: number;
  readonly pages: number;
}

const FIELDS = 'id,status,link,date,modified,title.raw,_links,_embedded';

/** Asks the interface, on a visitor's behalf, for the items that an address names. */
export async function listItems(
  type: ContentType,
  { status, search, page }: ListQuery,
  visitor: Visitor,
  dependencies: Pick<EditorDependencies, 'brand' | 'locks' | 'preloader' | 'types'>,
): Promise<List> {
  const { types, preloader, brand } = dependencies;
  const { context } = visitor;
  const path = addQueryArgs(types.itemsRoute(type), {
    context: 'edit',
    status,
    orderby: 'modified',
    per_page: 20,
    page,
    _fields: FIELDS,
    _embed: 'author',
    ...(search === '' ? {} : { search }),
    // Users who may edit only their own items get only those in the list.
    ...(context.user.can(type.cap.edit_others_posts!) ? {} : { author: context.user.id }),
  });
  const answer = (await preloader.preload([path], context))[path] as
    | { body: readonly ListedItem[]; headers: Record<string, string> }
    | undefined;
  if (answer === undefined) return { items: [], holders: new Map(), total: 0, pages: 0 };
  const number = (name: string) => Number(answer.headers[brand.header(name)] ?? 0);
  const items = answer.body;
  const holders = await holderNames(
    items.map(({ id }) => id),
    visitor,
    dependencies,
  );
  return { items, holders, total: number('Total'), pages: number('TotalPages') };
}

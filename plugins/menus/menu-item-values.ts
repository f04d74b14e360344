import { sanitizeHtmlClass } from '../class-list/index.ts';
import type { ItemValues, PostsDependencies, ShownItem } from '../posts/index.ts';
import { NAV_MENU } from './builtin.ts';
import type { NavMenuItem } from './nav-menu-item.ts';

/** The values of the fields of an item of a menu; `common` are those of any item. */
export function menuItemValues(
  common: ItemValues,
  item: NavMenuItem,
  { post, fields, related }: ShownItem,
  { renderer, taxonomies }: Pick<PostsDependencies, 'renderer' | 'taxonomies'>,
): ItemValues {
  const values: ItemValues = {
    id: () => post.id,
    title: () => ({
      ...(fields.has('title.raw') ? { raw: item.title } : {}),
      ...(fields.has('title.rendered') ? { rendered: renderer.title(item.title, post.id) } : {}),
    }),
    status: () => post.status,
    url: () => item.url,
    attr_title: () => item.attrTitle,
    description: () => item.description,
    type: () => item.type,
    type_label: () => item.typeLabel,
    object: () => item.object,
    object_id: () => item.objectId,
    parent: () => item.parent,
    menu_order: () => post.menuOrder,
    target: () => item.target,
    classes: () => item.classes,
    xfn: () => item.xfn.map((name) => sanitizeHtmlClass(name)),
    invalid: () => item.invalid,
    meta: common.meta!,
  };
  const terms = related.terms.get(post.id) ?? [];
  for (const { name, rest_base } of taxonomies.ofType(post.type)) {
    const ids = terms.filter(({ taxonomy }) => taxonomy === name).map(({ id }) => id);
    // An item without terms of a taxonomy does not have the field.
    if (ids.length > 0) values[rest_base] = () => (name === NAV_MENU ? ids[0] : ids);
  }
  return values;
}

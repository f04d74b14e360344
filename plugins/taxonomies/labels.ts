/**
 * The texts that screens show for a taxonomy, by the names that WordPress gives them; null where they do not fit the
 * taxonomy.
 */
export type TaxonomyLabels = ReturnType<typeof standardLabels>;

/** Makes the labels of a taxonomy out of its names in the plural and the singular; given ones win. */
export const taxonomyLabels = (
  given: Partial<TaxonomyLabels> & { name: string },
  hierarchical: boolean,
): TaxonomyLabels => ({ ...standardLabels(given.name, given.singular_name ?? given.name, hierarchical), ...given });

function standardLabels(name: string, one: string, hierarchical: boolean) {
  const [many, single] = [name.toLowerCase(), one.toLowerCase()];
  const flat = (text: string): string | null => (hierarchical ? null : text);
  const nested = (text: string): string | null => (hierarchical ? text : null);
  return {
    name,
    singular_name: one,
    search_items: `Search ${many}`,
    popular_items: flat(`Popular ${many}`),
    all_items: `All ${many}`,
    parent_item: nested(`Parent ${single}`),
    parent_item_colon: nested(`Parent ${single}:`),
    name_field_description: 'The name as readers see it.',
    slug_field_description: 'The name as it stands in addresses.',
    parent_field_description: nested(`The ${single} that this one belongs to.`),
    desc_field_description: 'Some themes show the description.',
    edit_item: `Edit ${single}`,
    view_item: `View ${single}`,
    update_item: `Update ${single}`,
    add_new_item: `Add ${single}`,
    new_item_name: `Name of the new ${single}`,
    separate_items_with_commas: flat(`Put commas between ${many}`),
    add_or_remove_items: flat(`Add or remove ${many}`),
    choose_from_most_used: flat(`Choose from the ${many} used most`),
    not_found: `There are no ${many}.`,
    no_terms: `No ${many}`,
    filter_by_item: nested(`Filter by ${single}`),
    items_list_navigation: `Pages of ${many}`,
    items_list: `List of ${many}`,
    most_used: 'Used most',
    back_to_items: `Back to ${many}`,
    item_link: `Link to a ${single}`,
    item_link_description: `A link that leads to a ${single}.`,
    menu_name: name,
    name_admin_bar: one,
  };
}

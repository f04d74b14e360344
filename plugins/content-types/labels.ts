/** The texts that screens show for a content type, by the field's names. */
export type ContentTypeLabels = ReturnType<typeof standardLabels>;

/** Makes the labels of a content type out of its names in the plural and the singular; given ones win. */
export const contentTypeLabels = (
  given: Partial<ContentTypeLabels> & { name: string },
  isHierarchical: boolean,
): ContentTypeLabels => ({
  ...standardLabels(given.name, given.singular_name ?? given.name, isHierarchical),
  ...given,
});

function standardLabels(name: string, one: string, isHierarchical: boolean) {
  const [many, single] = [name.toLowerCase(), one.toLowerCase()];
  return {
    name,
    singular_name: one,
    add_new: 'Add',
    add_new_item: `Add ${single}`,
    edit_item: `Edit ${single}`,
    new_item: `New ${single}`,
    view_item: `View ${single}`,
    view_items: `View ${many}`,
    search_items: `Search ${many}`,
    not_found: `There are no ${many}.`,
    not_found_in_trash: `There are no ${many} in the trash.`,
    parent_item_colon: isHierarchical ? `Parent ${single}:` : null,
    all_items: `All ${many}`,
    archives: `Archive of ${many}`,
    attributes: `Attributes of the ${single}`,
    insert_into_item: `Insert into the ${single}`,
    uploaded_to_this_item: `Uploaded to the ${single}`,
    featured_image: 'Featured image',
    set_featured_image: 'Choose a featured image',
    remove_featured_image: 'Take the featured image away',
    use_featured_image: 'Use as the featured image',
    filter_items_list: `Filter the ${many}`,
    filter_by_date: 'Filter by date',
    items_list_navigation: `Pages of ${many}`,
    items_list: `List of ${many}`,
    item_published: `${one}: published.`,
    item_published_privately: `${one}: published privately.`,
    item_reverted_to_draft: `${one}: a draft again.`,
    item_scheduled: `${one}: scheduled.`,
    item_updated: `${one}: updated.`,
    item_link: `Link to a ${single}`,
    item_link_description: `A link that leads to a ${single}.`,
    menu_name: name,
    name_admin_bar: one,
  };
}

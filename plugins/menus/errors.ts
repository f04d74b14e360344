import { defineErrors, type RestError } from '../../core/index.ts';

/** The errors of menus, their items and their locations. */
export const menuErrors = defineErrors({
  empty_term_name: [400, 'A menu needs a name.'],
  invalid_menu_id: [400, 'There is no such menu.'],
  menu_exists: [400, 'There is a menu of this name already.'],
  rest_cannot_view: ['authorization', 'You may not see menus.'],
  rest_invalid_menu_location: [400, 'The theme has no such location of menus.'],
  rest_invalid_url: [400, 'The address is not valid.'],
  rest_menu_location_invalid: [404, 'The theme has no such location of menus.'],
  rest_post_invalid_id: [400, 'There is no such item.'],
  rest_post_invalid_type: [400, 'There is no such content type.'],
  rest_term_invalid_id: [400, 'There is no such term.'],
  rest_title_required: [400, 'An item with an address of its own needs a title.'],
  rest_url_required: [400, 'An item with an address of its own needs that address.'],
});

/** The error of a name that another menu has; it holds the id of that menu, in each place where the reference has it. */
export function menuExists(id: number): RestError {
  const error = menuErrors.menu_exists({ term_id: id });
  error.additionalData = [id];
  return error;
}

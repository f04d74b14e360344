const svg = (inner: string): string =>
  `<svg width="24" height="24" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${inner}</svg>`;

/** An arrow that points to what is below. */
export const SUBMENU_ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" width="12" height="12" viewBox="0 0 12 12" fill="none" aria-hidden="true" focusable="false"><path d="M1.50002 4L6.00002 8L10.5 4" stroke-width="1.5"></path></svg>';

/** The icons of the button that opens a menu, by the names that attributes have for them. */
export const MENU_ICONS = {
  handle: svg('<rect x="4" y="7.5" width="16" height="1.5" /><rect x="4" y="15" width="16" height="1.5" />'),
  menu: svg(
    '<rect x="4" y="5" width="16" height="1.5" /><rect x="4" y="11.25" width="16" height="1.5" /><rect x="4" y="17.5" width="16" height="1.5" />',
  ),
} as const;

/** The icon of the button that closes a menu. */
export const CLOSE_ICON = svg(
  '<path d="M5.5 4.5 12 11l6.5-6.5 1 1L13 12l6.5 6.5-1 1L12 13l-6.5 6.5-1-1L11 12 4.5 5.5z"></path>',
);

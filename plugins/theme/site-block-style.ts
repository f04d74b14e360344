/** A part of a class of blocks, which begin with the brand of the site. */
const part = (name: string): string => `[class*="-block-${name}"]`;

/**
 * How menus and lists of links look. No script runs on the pages, by which menus would open: submenus and what other
 * front ends show above the page stand open in their places, and the buttons that would open them are left out.
 */
export const SITE_BLOCK_STYLE = `
${part('navigation__container')}, ${part('navigation__submenu-container')}, nav > ${part('page-list')}, ul${part('social-links')} {
  list-style: none;
  margin: 0;
  padding: 0;
}
${part('navigation__container')}, nav > ${part('page-list')}, ul${part('social-links')} { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
nav.is-vertical > ul { flex-direction: column; }
${part('navigation__submenu-container')} { padding-inline-start: 1rem; font-size: .9375em; }
${part('navigation-item__description')} { display: block; font-size: .875em; }
:is(${part('navigation__submenu-icon')}, ${part('navigation__responsive-container-open')}, ${part('navigation__responsive-container-close')}) { display: none; }
button${part('navigation-submenu__toggle')} { border: 0; padding: 0; background: none; color: inherit; font: inherit; }
a${part('social-link-anchor')} { display: inline-flex; align-items: center; gap: .375rem; color: inherit; }
a${part('social-link-anchor')} svg { fill: currentcolor; }
`;

/** A part of a class of blocks, which begin with the brand of the site. */
const part = (name: string): string => `[class*="-block-${name}"]`;

/**
 * How menus, lists of links, of posts and of comments look. No script runs on the pages, by which menus would open: submenus and what other
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
:is(ul${part('latest-posts')}, ol${part('latest-comments')}) { margin-block: 1.5rem; padding: 0; list-style: none; }
${part('latest-posts__list')} > li { clear: both; overflow-wrap: break-word; }
${part('latest-posts__list')}.is-grid { display: flex; flex-wrap: wrap; gap: 1.25em; }
${part('latest-posts__list')}.is-grid > li { width: 100%; }
@media (min-width: 600px) {
${[2, 3, 4, 5, 6].map((columns) => `  ${part('latest-posts__list')}.columns-${columns} > li { width: calc((100% - ${(columns - 1) * 1.25}em) / ${columns}); }`).join('\n')}
}
:is(${part('latest-posts__post-date')}, ${part('latest-posts__post-author')}, ${part('latest-comments__comment-date')}) { display: block; font-size: .8125em; }
:is(${part('latest-posts__post-excerpt')}, ${part('latest-posts__post-full-content')}) { margin-block: .5em 1em; }
${part('latest-comments__comment')} { margin-bottom: 1em; }
${part('latest-comments__comment-avatar')} { float: inline-start; width: 2.5em; height: 2.5em; margin-inline-end: .75em; border-radius: 1.5em; }
`;

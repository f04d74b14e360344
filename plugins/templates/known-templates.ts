/** Texts for people. */
interface Texts {
  readonly title: string;
  readonly description: string;
}

/** The templates that mean something by their slug. */
export const KNOWN_TEMPLATES: Readonly<Record<string, Texts>> = {
  index: { title: 'Index', description: 'Shows whatever no other template shows.' },
  home: { title: 'Blog home', description: 'Shows the latest posts.' },
  'front-page': { title: 'Front page', description: 'Shows the front page of the site, whatever that is.' },
  singular: { title: 'Single entries', description: 'Shows any post or page by itself.' },
  single: { title: 'Single posts', description: 'Shows one post.' },
  page: { title: 'Pages', description: 'Shows one page.' },
  archive: { title: 'All archives', description: 'Shows posts of an author, a term or a time.' },
  author: { title: 'Author archives', description: 'Shows the posts of an author.' },
  category: { title: 'Category archives', description: 'Shows the posts of a category.' },
  taxonomy: { title: 'Taxonomy archives', description: 'Shows the posts of a term of any taxonomy.' },
  date: { title: 'Date archives', description: 'Shows the posts of a day, a month or a year.' },
  tag: { title: 'Tag archives', description: 'Shows the posts of a tag.' },
  attachment: { title: 'Attachment pages', description: 'Shows one file.' },
  search: { title: 'Search results', description: 'Shows what a search has found.' },
  'privacy-policy': { title: 'Privacy policy', description: 'Shows the page about privacy.' },
  '404': { title: 'Page: 404', description: 'Shown where there is nothing.' },
};

/** The same as editors ask for them. */
export const templateTypes = (): object[] =>
  Object.entries(KNOWN_TEMPLATES).map(([slug, { title, description }]) => ({ slug, title, description }));

/** Where a part stands when nothing else is said. */
export const ANY_AREA = 'uncategorized';

/** The areas that parts may stand in, as editors ask for them. */
export const TEMPLATE_PART_AREAS = [
  {
    area: ANY_AREA,
    label: 'General',
    description: 'A part without a place of its own.',
    icon: 'layout',
    area_tag: 'div',
  },
  {
    area: 'header',
    label: 'Header',
    description: 'The area at the top of pages, with title, logo and navigation.',
    icon: 'header',
    area_tag: 'header',
  },
  {
    area: 'footer',
    label: 'Footer',
    description: 'The area at the bottom of pages.',
    icon: 'footer',
    area_tag: 'footer',
  },
];

/** An area that there is. */
export const areaOf = (name: unknown): string =>
  TEMPLATE_PART_AREAS.some(({ area }) => area === name) ? String(name) : ANY_AREA;

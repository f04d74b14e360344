import type { SlugRequest } from './unique-slug.ts';

/** Slugs that the site uses in addresses of its own. */
const RESERVED: ReadonlySet<string> = new Set(['feed', 'rdf', 'rss', 'rss2', 'atom', 'embed']);
const PAGE_NUMBER = /^(?:page)?\d+$/;
const NUMBER = /^\d+$/;
const MONTHS = 12;
const DAYS = 31;

/** Whether an address of the site itself has this slug. */
export const isReserved = ({ slug }: SlugRequest): boolean => RESERVED.has(slug);

/** Whether a slug below a parent could be read as the number of one of its pages. */
export const looksLikePage = ({ slug }: SlugRequest): boolean => PAGE_NUMBER.test(slug);

/**
 * Whether the address of a post with this slug could be read as an archive's: a number first could be a year,
 * one behind the year a month, one behind the month a day.
 */
export function looksLikeDate({ slug, type }: SlugRequest, structure: string): boolean {
  if (type !== 'post' || !NUMBER.test(slug) || Number(slug) === 0) return false;
  const parts = structure.split('/').filter((part) => part !== '');
  const position = parts.indexOf('%postname%');
  if (position === 0) return true;
  const before = parts[position - 1];
  return (before === '%year%' && Number(slug) <= MONTHS) || (before === '%monthnum%' && Number(slug) <= DAYS);
}

import { addQueryArgs, type HttpContext } from '../../core/index.ts';
import type { ContentType } from '../content-types/index.ts';
import { queryText } from '../sessions/index.ts';

/** The statuses that the list is narrowed down to, with their names for people. */
export const STATUSES: Readonly<Record<string, string>> = {
  any: 'All',
  publish: 'Published',
  future: 'Scheduled',
  draft: 'Drafts',
  pending: 'Pending',
  private: 'Private',
  trash: 'Trash',
};

/** Which items a list shows. */
export interface ListQuery {
  readonly status: string;
  readonly search: string;
  readonly page: number;
}

/** Reads the query of the address; invalid values mean all items, or the first page. */
export function readListQuery(http: HttpContext): ListQuery {
  const status = queryText(http, 'status');
  const page = Number(queryText(http, 'paged'));
  return {
    status: Object.hasOwn(STATUSES, status) ? status : 'any',
    search: queryText(http, 's').trim().slice(0, 200),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** The address of a list; defaults are left out. */
export const listUrl = (home: string, type: ContentType, { status, search, page }: ListQuery): string =>
  addQueryArgs(`${home}/editor`, {
    type: type.name,
    ...(status === 'any' ? {} : { status }),
    ...(search === '' ? {} : { s: search }),
    ...(page === 1 ? {} : { paged: page }),
  });

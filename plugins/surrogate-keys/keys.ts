/** What every answer depends on: options, and with them all that is not told apart. */
export const SITE = 'site';
/** The list of comments, and that of users. */
export const COMMENTS = 'comments';
export const USERS = 'users';

/** One item, whatever its type. */
export const postKey = (id: number): string => `post:${id}`;
/** The lists of items of a type. */
export const typeKey = (type: string): string => `post_type:${type}`;
export const termKey = (id: number): string => `term:${id}`;
/** The terms of a taxonomy, with the counts of their items. */
export const taxonomyKey = (taxonomy: string): string => `taxonomy:${taxonomy}`;
export const commentKey = (id: number): string => `comment:${id}`;
export const userKey = (id: number): string => `user:${id}`;

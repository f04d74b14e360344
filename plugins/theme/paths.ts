import type { Site } from '../../core/index.ts';

/** Where the form sends the password of an item. */
export const PASSWORD_PATH = '/post-password';

/** Where the form sends a comment: the address that tools of the field know by heart. */
export const commentsPath = ({ brand }: Pick<Site, 'brand'>): string => `/${brand.prefixed('comments-post.php')}`;

import type { Site } from '../../core/index.ts';

/** The path that the form sends the password of an item to. */
export const PASSWORD_PATH = '/post-password';

/** The path that the form sends a comment to, which existing tools know. */
export const commentsPath = ({ brand }: Pick<Site, 'brand'>): string => `/${brand.prefixed('comments-post.php')}`;

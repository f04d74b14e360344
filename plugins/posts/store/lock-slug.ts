import type { Database } from '../../database/index.ts';
import { competes, type SlugRequest } from './unique-slug.ts';

const NUMBERS = /(?:-\d{1,9})+$/;

/**
 * Until the transaction ends, keeps other connections from taking a slug, or one that differs from it only by its
 * numeric suffix.
 */
export async function lockSlug(request: SlugRequest, database: Database): Promise<void> {
  if (competes(request)) await database.lock(`slug ${request.slug.replace(NUMBERS, '')}`);
}

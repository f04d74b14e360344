import type { Database } from '../../database/index.ts';

/** Keeps other transactions from taking a slug until the open one ends. */
export const lockSlug = (slug: string, database: Database): Promise<void> => database.lock(`slug ${slug}`);

import type { Database } from '../database/index.ts';
import type { MediaStorage } from '../media/index.ts';
import type { Options } from '../options/index.ts';
import type { Taxonomies } from '../taxonomies/index.ts';
import type { FilterKit } from './filter.ts';

/** What an export works with. */
export interface ExportKit extends FilterKit {
  readonly database: Database;
  readonly taxonomies: Taxonomies;
  readonly options: Options;
  /** Where files are kept; without one, attachments have the addresses that they were imported with. */
  readonly storage: MediaStorage | undefined;
  /** The site's address. */
  readonly home: string;
}

import type { Brand } from '../../core/index.ts';
import type { Database } from '../database/index.ts';
import type { MediaStorage } from '../media/index.ts';
import type { Options } from '../options/index.ts';
import type { Permalinks } from '../posts/index.ts';
import type { Taxonomies } from '../taxonomies/index.ts';
import type { FilterDependencies } from './filter.ts';

/** The services that an export needs. */
export interface ExportDependencies extends FilterDependencies {
  readonly brand: Brand;
  readonly database: Database;
  readonly taxonomies: Taxonomies;
  readonly options: Options;
  /** The storage of files; without one, attachments have the addresses that they were imported with. */
  readonly storage: MediaStorage | undefined;
  readonly permalinks: Permalinks;
  /** The site's address. */
  readonly home: string;
}

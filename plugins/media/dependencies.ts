import { type PluginHooks, serviceToken } from '../../core/index.ts';
import { formatDate, toLocalSeconds } from '../../core/site/index.ts';
import type { Database } from '../database/index.ts';
import type { MetaStore } from '../meta/index.ts';
import type { Options, SiteClock } from '../options/index.ts';
import type { PostStore } from '../posts/index.ts';
import type { ImageDependencies } from './attachments/generate.ts';
import type { AttachmentImages } from './attachments/images.ts';

/** How much may be uploaded; what is left out has no limit. */
export interface UploadLimits {
  /** The most bytes of one file. */
  readonly fileSize?: number;
  /** The most bytes of all files. */
  readonly space?: number;
}

/** The services that the routes of files need. */
export interface MediaDependencies extends ImageDependencies {
  readonly hooks: PluginHooks;
  readonly database: Database;
  readonly options: Options;
  readonly clock: SiteClock;
  readonly meta: MetaStore;
  readonly posts: PostStore;
  readonly images: AttachmentImages;
  readonly limits: UploadLimits;
  /**
   * Runs work that stores files, and records in the database whose they are: with services whose storage remembers the
   * files until the work has ended, so that those of a process that is killed in between are removed at the next start.
   */
  recording<T>(work: (media: MediaDependencies) => Promise<T>): Promise<T>;
  /** The most pixels of an image that is edited. */
  readonly maxEditedPixels: number;
}

/** The token of the services that the controller of files needs. */
export const MediaDependencies = serviceToken('media-dependencies', {
  requiredPermissions: ['content:write', 'options:write', 'database'],
});

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'media-dependencies': MediaDependencies;
  }
}

/** The folder for files that are stored now: `2026/11/`; empty where the site stores all files in one. */
export function uploadFolder({ options, clock }: Pick<MediaDependencies, 'options' | 'clock'>): string {
  if (Number(options.get('uploads_use_yearmonth_folders', 1)) === 0) return '';
  const now = formatDate(toLocalSeconds(Math.floor(clock.now().getTime() / 1000), clock.zone()));
  return `${now.slice(0, 4)}/${now.slice(5, 7)}/`;
}

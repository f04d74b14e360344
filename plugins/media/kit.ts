import { formatDate, type PluginHooks, serviceToken, toLocalSeconds } from '../../core/index.ts';
import type { Database } from '../database/index.ts';
import type { MetaStore } from '../meta/index.ts';
import type { Options, SiteClock } from '../options/index.ts';
import type { PostStore } from '../posts/index.ts';
import type { ImageKit } from './attachments/generate.ts';

/** How much may be uploaded; what is left out has no limit. */
export interface UploadLimits {
  /** The most bytes of one file. */
  readonly fileSize?: number;
  /** The most bytes of all files. */
  readonly space?: number;
}

/** What the routes of files work with. */
export interface MediaKit extends ImageKit {
  readonly hooks: PluginHooks;
  readonly database: Database;
  readonly options: Options;
  readonly clock: SiteClock;
  readonly meta: MetaStore;
  readonly posts: PostStore;
  readonly limits: UploadLimits;
}

/** The token under which the controller of files finds what it works with. */
export const MediaKit = serviceToken('media-kit', { needs: ['content:write', 'options:write', 'database'] });

declare module '../../core/services.ts' {
  interface ServiceCatalogue {
    'media-kit': MediaKit;
  }
}

/** The folder of what is stored now: `2026/11/`; empty where the site keeps all files in one. */
export function uploadFolder({ options, clock }: Pick<MediaKit, 'options' | 'clock'>): string {
  if (Number(options.get('uploads_use_yearmonth_folders', 1)) === 0) return '';
  const now = formatDate(toLocalSeconds(Math.floor(clock.now().getTime() / 1000), clock.zone()));
  return `${now.slice(0, 4)}/${now.slice(5, 7)}/`;
}

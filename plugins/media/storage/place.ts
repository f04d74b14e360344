import { resolve } from 'node:path';
import type { Brand, Site } from '../../../core/index.ts';
import { trimEnd } from '../../../core/text/index.ts';
import type { Options } from '../../options/index.ts';

/** Where the files of a site are. */
export interface FilesPlace {
  readonly folder: string;
  /** The folder for notes of our own about them. */
  readonly notes: string;
  /** The address of the folder, without a trailing slash. */
  address(): string;
  /** Whether other programs read and write there too. */
  readonly isShared: boolean;
}

const OWN = './data/uploads';

/** The path under which the site sends files, without a trailing slash. */
export const uploadsPath = (brand: Brand): string => `/${brand.prefixed('content')}/uploads`;

/** Where files are: in a folder of our own, or where the WordPress whose site is served has them. */
export function filesPlace(
  site: Pick<Site, 'home' | 'wordpress'>,
  options: Options,
  given: string | undefined,
  basePath: string,
): FilesPlace {
  const { wordpress } = site;
  const folder = given ?? OWN;
  // The address of a site is known once it listens.
  if (wordpress === undefined) return { folder, notes: folder, address: () => site.home + basePath, isShared: false };
  const text = (name: string) => trimEnd(String(options.get(name, '') || ''), '/');
  // The option has another folder, in that of the program or anywhere, or says nothing new.
  const path = text('upload_path');
  const isUsual = ['', 'wp-content/uploads', wordpress.uploadsFolder].includes(path);
  const siteUrl = () => wordpress.siteurl ?? text('siteurl');
  const usual = () => `${wordpress.contentUrl ?? `${siteUrl()}/wp-content`}/uploads`;
  return {
    folder: given ?? (isUsual ? wordpress.uploadsFolder : resolve(wordpress.path, path)),
    notes: OWN,
    address: () => text('upload_url_path') || (isUsual ? usual() : `${siteUrl()}/${path}`),
    isShared: true,
  };
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PluginDefinition, RestResponse } from '../../../core/index.ts';
import autosaves from '../../../plugins/autosaves/index.ts';
import fonts from '../../../plugins/fonts/index.ts';
import revisions from '../../../plugins/revisions/index.ts';
import themes from '../../../plugins/themes/index.ts';
import { type MediaSite, openMediaSite } from '../media/media-site.ts';

/** How files of fonts begin. */
export const SIGNATURES = {
  woff2: [...Buffer.from('wOF2'), 0, 1, 0, 0],
  woff: [...Buffer.from('wOFF'), 0, 1, 0, 0],
  ttf: [0, 1, 0, 0, 0],
  otf: [...Buffer.from('OTTO'), 0],
} as const;

/** Bytes that look like a font. */
export const fontBytes = (kind: keyof typeof SIGNATURES): Buffer =>
  Buffer.concat([Buffer.from(SIGNATURES[kind]), Buffer.alloc(100)]);

/** A file of a form: its name, and what is in it. */
export type FormFile = readonly [name: string, bytes: Uint8Array];

/** A site with fonts, and ways to make them. */
export interface FontsSite extends MediaSite {
  /** Makes a family, as an administrator unless another role is given. */
  family(settings?: object, as?: string): Promise<RestResponse>;
  /** Makes a face of a family, with files by the names of their fields. */
  face(
    family: number,
    settings: object,
    files?: Readonly<Record<string, FormFile>>,
    as?: string,
  ): Promise<RestResponse>;
}

/** Builds a site with fonts in memory. */
export async function openFontsSite(
  more: readonly PluginDefinition[] = [],
  options: object = {},
  url?: string,
): Promise<FontsSite> {
  const plugins = [themes, revisions, autosaves, fonts, ...more] as PluginDefinition[];
  const site = await openMediaSite({ plugins, options, ...(url === undefined ? {} : { url }) });
  const folder = await mkdtemp(join(tmpdir(), 'tappet-spec-'));
  return {
    ...site,
    family: (settings = { name: 'Open Sans', slug: 'open-sans', fontFamily: 'Open Sans' }, as = 'admin') =>
      site.send('POST', '/font-families', { as, form: { font_family_settings: JSON.stringify(settings) } }),
    async face(family, settings, given = {}, as = 'admin') {
      const files: Record<string, { name: string; path: string; size: number; type: string }> = {};
      for (const [field, [name, bytes]] of Object.entries(given)) {
        const path = join(folder, field);
        await writeFile(path, bytes);
        files[field] = { name, path, size: bytes.length, type: 'font/woff2' };
      }
      const form = { font_face_settings: JSON.stringify(settings) };
      return site.send('POST', `/font-families/${family}/font-faces`, { as, form, files });
    },
    async close() {
      await site.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** The id in an answer. */
export const idIn = ({ data }: RestResponse): number => (data as { id: number }).id;

/** The code of a refusal, and its message on each parameter. */
export const refusalOf = ({ status, data }: RestResponse): unknown[] => [status, (data as { code?: string }).code];

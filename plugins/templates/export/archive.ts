import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RequestContext } from '../../../core/index.ts';
import type { Theme } from '../../themes/index.ts';
import { portableContent } from '../named-parts.ts';
import type { TemplateKind } from '../template.ts';
import type { TemplateStore } from '../template-store.ts';

/** Where templates and parts lie in a theme. */
const FOLDERS: Readonly<Record<TemplateKind, string>> = { template: 'templates', template_part: 'parts' };

/** The files of a theme that a copy needs to be one. */
const DESCRIBING = ['style.css', 'theme.json'];

/** A ZIP file of a theme: what describes it, and its templates and parts with what the site has stored in their place. */
export async function archiveOf(
  theme: Theme,
  stores: readonly TemplateStore[],
  context: RequestContext,
): Promise<Uint8Array> {
  const { strToU8, zip } = await import('fflate');
  const files: Record<string, Uint8Array> = {};
  for (const name of DESCRIBING) {
    const content = theme.folder === null ? undefined : await readFile(join(theme.folder, name)).catch(() => undefined);
    if (content !== undefined) files[name] = content;
  }
  for (const store of stores) {
    for (const { slug, content } of await store.all(context)) {
      files[`${FOLDERS[store.kind]}/${slug}.html`] = strToU8(portableContent(content));
    }
  }
  return promisify<typeof files, Uint8Array>(zip)(files);
}

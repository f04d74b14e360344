import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMap, member } from '../../core/base/index.ts';
import type { Theme, Themes } from '../themes/index.ts';
import { areaOf, KNOWN_TEMPLATES } from './known-templates.ts';
import { contentOfTheme } from './named-parts.ts';
import type { FileTemplate, TemplateKind } from './template.ts';

const FOLDERS: Readonly<Record<TemplateKind, string>> = { template: 'templates', template_part: 'parts' };
const FILE = /^([\w%-]+)\.html$/;

/** The templates that are files of themes, by slug. Files are read once. */
export class ThemeFiles {
  readonly #themes: Themes;
  readonly #found = new Map<string, Promise<ReadonlyMap<string, FileTemplate>>>();

  constructor(themes: Themes) {
    this.#themes = themes;
  }

  /**
   * The files of the active theme; there are none for another theme. A file of a theme overrides that of its parent
   * theme.
   */
  of(stylesheet: string, kind: TemplateKind): Promise<ReadonlyMap<string, FileTemplate>> {
    const theme = this.#themes.active();
    if (theme.stylesheet !== stylesheet) return Promise.resolve(new Map());
    const key = `${kind} ${stylesheet}`;
    const found = this.#found.get(key) ?? this.#read(theme, kind);
    this.#found.set(key, found);
    return found;
  }

  async #read(theme: Theme, kind: TemplateKind): Promise<ReadonlyMap<string, FileTemplate>> {
    const found = new Map<string, FileTemplate>();
    for (const { folder, json } of this.#themes.lineage(theme)) {
      if (folder === null) continue;
      const path = join(folder, FOLDERS[kind]);
      for (const file of (await readdir(path).catch(() => [])).sort()) {
        const slug = FILE.exec(file)?.[1];
        if (slug === undefined || found.has(slug)) continue;
        const { stylesheet } = theme;
        const content = contentOfTheme(await readFile(join(path, file), 'utf8'), stylesheet);
        found.set(slug, { ...describe(slug, kind, json), slug, theme: stylesheet, content });
      }
    }
    return found;
  }
}

type Description = Omit<FileTemplate, 'slug' | 'theme' | 'content'>;

/** The data of a template in `theme.json`, and the meaning of its slug. */
function describe(slug: string, kind: TemplateKind, json: unknown): Description {
  const list = member(json, kind === 'template' ? 'customTemplates' : 'templateParts');
  const entry = (Array.isArray(list) ? list : []).find((one) => member(one, 'name') === slug);
  const known = kind === 'template' && Object.hasOwn(KNOWN_TEMPLATES, slug) ? KNOWN_TEMPLATES[slug] : undefined;
  const title = member(entry, 'title');
  const types = member(entry, 'postTypes');
  return {
    title: typeof title === 'string' && title !== '' ? title : (known?.title ?? slug),
    description: known?.description ?? '',
    isCustom: kind === 'template' && known === undefined,
    types: Array.isArray(types) ? types.map(String) : isMap(entry) ? ['page'] : [],
    area: areaOf(member(entry, 'area')),
  };
}

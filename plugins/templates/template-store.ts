import { RequestContext } from '../../core/index.ts';
import { slugify } from '../../core/text/index.ts';
import { metaOf, type Post, type PostsDependencies } from '../posts/index.ts';
import type { Themes } from '../themes/index.ts';
import { areaOf, KNOWN_TEMPLATES } from './known-templates.ts';
import { type FileTemplate, parseId, type Template, type TemplateKind } from './template.ts';
import type { ThemeFiles } from './theme-files.ts';

/** The services that templates are found with. */
export interface TemplatesDependencies {
  readonly posts: Pick<PostsDependencies, 'meta' | 'options' | 'postTerms' | 'posts' | 'renderer' | 'terms' | 'users'>;
  readonly themes: Themes;
  readonly files: ThemeFiles;
  /** The taxonomies that say which theme a stored template is for, and in which area a part stands. */
  readonly taxonomies: { readonly theme: string; readonly area: string };
}

/** The statuses of stored templates that are used. */
const STATUSES = ['publish', 'draft', 'auto-draft'];

/** Finds the templates of one kind: those that are stored, and the files of the active theme. */
export class TemplateStore {
  readonly kind: TemplateKind;
  readonly dependencies: TemplatesDependencies;
  readonly #type: string;

  constructor(kind: TemplateKind, type: string, dependencies: TemplatesDependencies) {
    this.kind = kind;
    this.dependencies = dependencies;
    this.#type = type;
  }

  /** The template of an id as it is on the wire. */
  async find(id: unknown, context: RequestContext): Promise<Template | null> {
    const { theme, slug } = parseId(id) ?? {};
    if (theme === undefined || slug === undefined) return null;
    const [post] = await this.#stored(theme, { slugs: [slug], perPage: 1 });
    return post === undefined ? this.file(id) : this.ofPost(post, context);
  }

  /** The template of an id as the theme's file has it, without the stored item. */
  async file(id: unknown): Promise<Template | null> {
    const { theme, slug } = parseId(id) ?? {};
    if (theme === undefined || slug === undefined) return null;
    const file = (await this.dependencies.files.of(theme, this.kind)).get(slug);
    return file === undefined ? null : asTheThemeHasIt(file);
  }

  /** All templates of the active theme. Auto-drafts are not among them. */
  async all(context: RequestContext): Promise<Template[]> {
    const { stylesheet } = this.dependencies.themes.active();
    const posts = await this.#stored(stylesheet, { perPage: -1, statuses: ['publish'] });
    const stored = await Promise.all(posts.map((post) => this.ofPost(post, context)));
    const slugs = new Set(stored.map(({ slug }) => slug));
    const files = [...(await this.dependencies.files.of(stylesheet, this.kind)).values()];
    return [...stored, ...files.filter(({ slug }) => !slugs.has(slug)).map(asTheThemeHasIt)];
  }

  /** The templates that items of a type may choose. */
  async choice(type: string): Promise<Template[]> {
    const all = await this.all(new RequestContext());
    return all.filter((template) => isFor(template, type));
  }

  /** Makes a template of a stored item. */
  async ofPost(post: Post, context: RequestContext): Promise<Template> {
    const { posts, taxonomies } = this.dependencies;
    const [terms, meta] = await Promise.all([posts.postTerms.of(post, context), metaOf(post, posts, context)]);
    const termOf = (taxonomy: string) => terms.find((term) => term.taxonomy === taxonomy)?.slug;
    const theme = this.#folderOf(termOf(taxonomies.theme) ?? '');
    const file = (await this.dependencies.files.of(theme, this.kind)).get(post.name);
    const [origin] = meta.get('origin') ?? [];
    const [suggested] = meta.get('is_wp_suggestion') ?? [];
    const hasMeaning = Object.hasOwn(KNOWN_TEMPLATES, post.name) || Boolean(suggested);
    return {
      slug: post.name,
      theme,
      title: post.title || post.name,
      description: post.excerpt || (file?.description ?? ''),
      content: post.content,
      isCustom: this.kind === 'template' && !hasMeaning,
      types: file?.types ?? [],
      area: areaOf(termOf(taxonomies.area)),
      post,
      hasFile: file !== undefined,
      origin: typeof origin === 'string' ? origin : '',
    };
  }

  /** A slug that no stored template of a theme has. */
  async freeSlug(slug: string, theme: string): Promise<string> {
    const taken = new Set((await this.#stored(theme, { perPage: -1 })).map(({ name }) => name));
    for (let number = 2, free = slug; ; number++) {
      if (!taken.has(free)) return free;
      free = `${slug}-${number}`;
    }
  }

  /** Stores the theme of a template and the area of a part, as terms. */
  async classify(id: number, taxonomy: keyof TemplatesDependencies['taxonomies'], name: string): Promise<void> {
    const { terms } = this.dependencies.posts;
    const known = this.dependencies.taxonomies[taxonomy];
    const slug = slugify(name);
    const term = (await terms.bySlug(slug, known)) ?? (await terms.create(known, name, { slug }));
    await terms.setObjectTerms(id, known, [term.id]);
  }

  async #stored(theme: string, query: { slugs?: string[]; perPage: number; statuses?: string[] }): Promise<Post[]> {
    const { posts, taxonomies } = this.dependencies;
    const term = await posts.terms.bySlug(slugify(theme), taxonomies.theme);
    if (term === null) return [];
    const terms = [{ taxonomy: taxonomies.theme, terms: [term.id], operator: 'IN' as const }];
    const found = await posts.posts.query({
      types: [this.#type],
      statuses: STATUSES,
      terms,
      orderBy: 'id',
      order: 'desc',
      ...query,
    });
    return found.posts;
  }

  /** The folder of a theme, by the slug of its term. */
  #folderOf(slug: string): string {
    return this.dependencies.themes.all().find(({ stylesheet }) => slugify(stylesheet) === slug)?.stylesheet ?? slug;
  }
}

const asTheThemeHasIt = (file: FileTemplate): Template => ({ ...file, post: null, hasFile: true, origin: '' });

/** Whether items of a type may choose a template. */
export const isFor = ({ isCustom, types }: Template, type: string): boolean =>
  isCustom && (types.length === 0 || types.includes(type));

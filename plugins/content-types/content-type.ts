import { deepFreeze } from '../../core/base/index.ts';
import type { RestController, RestServer } from '../../core/index.ts';
import type { ContentTypeLabels } from './labels.ts';

/** A controller of content items: made with the server and the type that it serves. */
export type ContentTypeController = new (server: RestServer, type: ContentType) => RestController;

/** What a content type is registered with; everything left out follows from what is given. */
export interface ContentTypeArgs {
  /** The name for people, in the plural; the type's own name when left out. */
  readonly label?: string;
  readonly labels?: Partial<ContentTypeLabels>;
  readonly description?: string;
  readonly public?: boolean;
  readonly hierarchical?: boolean;
  /** Whether the type has an archive, or the archive's slug. */
  readonly has_archive?: boolean | string;
  readonly menu_icon?: string | null;
  /** Features; title and editor when left out, none when empty. */
  readonly supports?: readonly string[];
  /** Taxonomies that the type declares, beside those that name the type. */
  readonly taxonomies?: readonly string[];
  /** The word that capabilities are built on, or it and its plural. */
  readonly capability_type?: string | readonly [singular: string, plural: string];
  readonly capabilities?: Readonly<Record<string, string>>;
  readonly map_meta_cap?: boolean;
  readonly show_in_rest?: boolean;
  readonly rest_base?: string;
  readonly rest_namespace?: string;
  /** The class of its controller; null for none and no routes, the default class when left out. */
  readonly controller?: ContentTypeController | null;
  readonly template?: readonly unknown[];
  readonly query_var?: boolean | string;
  readonly rewrite?: { readonly slug: string } | false;
  readonly can_export?: boolean;
  readonly delete_with_user?: boolean | null;
  readonly publicly_queryable?: boolean;
  readonly exclude_from_search?: boolean;
  readonly show_ui?: boolean;
  readonly show_in_nav_menus?: boolean;
  /** Whether the type belongs to the system; set by its own types alone. */
  readonly builtin?: boolean;
}

/** A registered content type, every setting worked out. */
export interface ContentType
  extends Required<Omit<ContentTypeArgs, 'labels' | 'supports' | 'capabilities' | 'controller'>> {
  readonly name: string;
  readonly labels: ContentTypeLabels;
  readonly supports: ReadonlySet<string>;
  /** The capability behind each action: `edit_post`, `read_post`, `edit_posts`, `create_posts` and others. */
  readonly cap: Readonly<Record<string, string>>;
  readonly controller: ContentTypeController | null | undefined;
}

/** Works out the settings of a content type (the field's rules for what follows from what). */
export function makeContentType(
  name: string,
  args: ContentTypeArgs,
  labels: ContentTypeLabels,
  namespace: string,
): ContentType {
  const isPublic = args.public ?? false;
  const { capability_type = 'post', capabilities } = args;
  const mapped =
    args.map_meta_cap ?? (capabilities === undefined && ['post', 'page'].includes(String(capability_type)));
  return deepFreeze({
    name,
    label: labels.name,
    labels,
    description: args.description ?? '',
    public: isPublic,
    hierarchical: args.hierarchical ?? false,
    has_archive: args.has_archive ?? false,
    menu_icon: args.menu_icon ?? null,
    supports: new Set(args.supports ?? ['title', 'editor']),
    taxonomies: args.taxonomies ?? [],
    capability_type,
    cap: capabilitiesOf(capability_type, mapped, capabilities),
    map_meta_cap: mapped,
    show_in_rest: args.show_in_rest ?? false,
    rest_base: args.rest_base ?? name,
    rest_namespace: args.rest_namespace ?? namespace,
    controller: args.controller,
    template: args.template ?? [],
    query_var: args.query_var ?? name,
    rewrite: args.rewrite ?? { slug: name },
    can_export: args.can_export ?? true,
    delete_with_user: args.delete_with_user ?? null,
    publicly_queryable: args.publicly_queryable ?? isPublic,
    exclude_from_search: args.exclude_from_search ?? !isPublic,
    show_ui: args.show_ui ?? isPublic,
    show_in_nav_menus: args.show_in_nav_menus ?? isPublic,
    builtin: args.builtin ?? false,
  });
}

/** Whether items of a type have a page on the site. */
export const isViewable = (type: ContentType): boolean => type.publicly_queryable || (type.builtin && type.public);

function capabilitiesOf(
  word: string | readonly [string, string],
  mapped: boolean,
  own: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const [one, many] = typeof word === 'string' ? [word, `${word}s`] : word;
  const cap: Record<string, string> = {
    edit_post: `edit_${one}`,
    read_post: `read_${one}`,
    delete_post: `delete_${one}`,
    edit_posts: `edit_${many}`,
    edit_others_posts: `edit_others_${many}`,
    delete_posts: `delete_${many}`,
    publish_posts: `publish_${many}`,
    read_private_posts: `read_private_${many}`,
  };
  if (mapped) {
    Object.assign(cap, {
      read: 'read',
      delete_private_posts: `delete_private_${many}`,
      delete_published_posts: `delete_published_${many}`,
      delete_others_posts: `delete_others_${many}`,
      edit_private_posts: `edit_private_${many}`,
      edit_published_posts: `edit_published_${many}`,
    });
  }
  Object.assign(cap, own);
  cap.create_posts ??= cap.edit_posts!;
  return cap;
}

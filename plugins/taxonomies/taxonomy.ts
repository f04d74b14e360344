import { deepFreeze } from '../../core/base/index.ts';
import type { RestController, RestServer } from '../../core/index.ts';
import type { TaxonomyLabels } from './labels.ts';

/** A controller of terms: made with the server and the taxonomy that it serves. */
export type TaxonomyController = new (server: RestServer, taxonomy: Taxonomy) => RestController;

/** The capabilities on the terms of a taxonomy. */
export interface TaxonomyCapabilities {
  readonly manage_terms: string;
  readonly edit_terms: string;
  readonly delete_terms: string;
  readonly assign_terms: string;
}

/** How the archive addresses of terms are made. */
export interface TaxonomyRewrite {
  readonly slug: string;
  /** Whether the slugs of a term's ancestors stand before its own. */
  readonly hierarchical?: boolean;
}

/** The arguments with which a taxonomy is registered; missing ones follow from those that are given. */
export interface TaxonomyArgs {
  /** The name for people, in the plural; the taxonomy's own name when left out. */
  readonly label?: string;
  readonly labels?: Partial<TaxonomyLabels>;
  readonly description?: string;
  /** True when left out. */
  readonly public?: boolean;
  readonly publicly_queryable?: boolean;
  readonly hierarchical?: boolean;
  readonly show_ui?: boolean;
  readonly show_in_nav_menus?: boolean;
  readonly show_tagcloud?: boolean;
  readonly show_in_quick_edit?: boolean;
  readonly show_admin_column?: boolean;
  readonly capabilities?: Partial<TaxonomyCapabilities>;
  readonly rewrite?: TaxonomyRewrite | false;
  readonly query_var?: string | false;
  readonly show_in_rest?: boolean;
  readonly rest_base?: string;
  readonly rest_namespace?: string;
  /** The class of its controller, which must extend `RestController`; the default class when left out. */
  readonly controller?: TaxonomyController | null;
  /** The term that items without any get; made when it is not there. */
  readonly default_term?: { readonly name: string; readonly slug?: string; readonly description?: string } | null;
  /** Whether the terms of an item keep the order in which they were given. */
  readonly sort?: boolean;
}

/** A registered taxonomy, every setting worked out. */
export interface Taxonomy extends Required<Omit<TaxonomyArgs, 'labels' | 'capabilities' | 'controller'>> {
  readonly name: string;
  readonly labels: TaxonomyLabels;
  /** The content types that the taxonomy was registered for. */
  readonly object_type: readonly string[];
  readonly cap: TaxonomyCapabilities;
  readonly controller: TaxonomyController | null | undefined;
}

/** Works out the settings of a taxonomy: missing ones get the defaults of WordPress. */
export function makeTaxonomy(
  name: string,
  objectTypes: readonly string[],
  args: TaxonomyArgs,
  labels: TaxonomyLabels,
  namespace: string,
): Taxonomy {
  const isPublic = args.public ?? true;
  const showUi = args.show_ui ?? isPublic;
  return deepFreeze({
    name,
    object_type: [...new Set(objectTypes)],
    label: labels.name,
    labels,
    description: args.description ?? '',
    public: isPublic,
    publicly_queryable: args.publicly_queryable ?? isPublic,
    hierarchical: args.hierarchical ?? false,
    show_ui: showUi,
    show_in_nav_menus: args.show_in_nav_menus ?? isPublic,
    show_tagcloud: args.show_tagcloud ?? showUi,
    show_in_quick_edit: args.show_in_quick_edit ?? showUi,
    show_admin_column: args.show_admin_column ?? false,
    cap: {
      manage_terms: 'manage_categories',
      edit_terms: 'manage_categories',
      delete_terms: 'manage_categories',
      assign_terms: 'edit_posts',
      ...args.capabilities,
    },
    rewrite: args.rewrite ?? { slug: name },
    query_var: args.query_var ?? name,
    show_in_rest: args.show_in_rest ?? false,
    rest_base: args.rest_base ?? name,
    rest_namespace: args.rest_namespace ?? namespace,
    controller: args.controller,
    default_term: args.default_term ?? null,
    sort: args.sort ?? false,
  });
}

/** The option that holds the id of the term that items without any get. */
export const defaultTermOption = (taxonomy: string): string =>
  taxonomy === 'category' ? 'default_category' : `default_term_${taxonomy}`;

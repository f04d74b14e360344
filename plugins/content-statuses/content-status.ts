import { deepFreeze } from '../../core/base/index.ts';
/** What a content status is registered with; everything left out follows from what is given. */
export interface ContentStatusArgs {
  /** The name for people; the status's own name when left out. */
  readonly label?: string;
  /** Items are shown to everybody. */
  readonly public?: boolean;
  /** Items are shown to users who may edit them. */
  readonly protected?: boolean;
  /** Items are shown to users who may read private items. */
  readonly private?: boolean;
  /** The status is internal, as is one with none of these settings. */
  readonly internal?: boolean;
  readonly publicly_queryable?: boolean;
  readonly exclude_from_search?: boolean;
  /** Whether lists of all items hold items of this status. */
  readonly show_in_list?: boolean;
  /** Whether an item's date moves along until it is published. */
  readonly date_floating?: boolean;
}

/** A registered content status, every setting worked out. */
export interface ContentStatus extends Required<ContentStatusArgs> {
  readonly name: string;
}

/** Works out the settings of a content status. */
export function makeContentStatus(name: string, args: ContentStatusArgs): ContentStatus {
  const isPublic = args.public ?? false;
  const said = [args.public, args.protected, args.private, args.internal].some((value) => value !== undefined);
  const internal = args.internal ?? !said;
  return deepFreeze({
    name,
    label: args.label ?? name,
    public: isPublic,
    protected: args.protected ?? false,
    private: args.private ?? false,
    internal,
    publicly_queryable: args.publicly_queryable ?? isPublic,
    exclude_from_search: args.exclude_from_search ?? internal,
    show_in_list: args.show_in_list ?? !internal,
    date_floating: args.date_floating ?? false,
  });
}

/** The content statuses that every site has, by name. */
export const BUILTIN_STATUSES: Readonly<Record<string, ContentStatusArgs>> = {
  publish: { label: 'Published', public: true },
  future: { label: 'Scheduled', protected: true },
  draft: { label: 'Draft', protected: true, date_floating: true },
  pending: { label: 'Pending', protected: true, date_floating: true },
  private: { label: 'Private', private: true },
  trash: { label: 'Trash', internal: true },
  'auto-draft': { internal: true, date_floating: true },
  inherit: { internal: true, exclude_from_search: false },
};

/** What code of PHP adds to a site, by the names that stand in its text; `…` stands for one that PHP computes. */
export interface Additions {
  /** The namespaces of routes of its own. */
  readonly routes: readonly string[];
  /** Fields of the answers of routes that are there, its metadata among them. */
  readonly fields: readonly string[];
  /** Content types and taxonomies. */
  readonly types: readonly string[];
  /** Shortcodes and blocks, which it turns into markup. */
  readonly markup: readonly string[];
  /** Filters by which it changes answers or texts, or says who a request is from. */
  readonly filters: readonly string[];
}

/** The kinds of additions, in the order in which they are told. */
export const KINDS = ['routes', 'fields', 'types', 'markup', 'filters'] as const satisfies readonly (keyof Additions)[];

const LITERAL = `(?:'([\\w/.:-]+)'|"([\\w/.:-]+)"|[^'"\\s])`;

/** A call of one of these functions, with the literal that is its argument at a place, if it is one. */
const call = (names: string, place: 1 | 2): RegExp =>
  new RegExp(`(?<![\\w>:$])(?:${names})\\s*\\(${place === 2 ? '(?:[^,()]|\\([^()]*\\))*,' : ''}\\s*${LITERAL}`, 'g');

const CALLS: Readonly<Record<keyof Additions, readonly RegExp[]>> = {
  routes: [call('register_rest_route', 1)],
  fields: [call('register_rest_field|register_meta|register_post_meta|register_term_meta', 2)],
  types: [call('register_post_type|register_taxonomy', 1)],
  markup: [call('add_shortcode|register_block_type|register_block_type_from_metadata', 1)],
  filters: [call('add_filter', 1)],
};

/** The filters that change what the interface answers. */
const OF_ANSWERS =
  /^(?:rest_(?!after_|insert_|delete_)|the_(?:content|title|excerpt)$|render_block|determine_current_user$|map_meta_cap$|user_has_cap$|pre_get_posts$|posts_(?:where|join|clauses|results)$|(?:post|page|term|post_type)_link$|wp_get_attachment_)/;

/** A line that is a comment; `#[` begins an attribute. */
const COMMENT = /^(?:\/\/|#(?!\[))/;

/** A text of PHP without its comments, but for those behind code. */
function withoutComments(source: string): string {
  let text = '';
  let at = 0;
  for (;;) {
    const start = source.indexOf('/*', at);
    const end = start < 0 ? -1 : source.indexOf('*/', start + 2);
    if (end < 0) break;
    text += source.slice(at, start);
    at = end + 2;
  }
  const lines = (text + source.slice(at)).split('\n');
  return lines.filter((line) => !COMMENT.test(line.trimStart())).join('\n');
}

/** What a text of PHP adds, without being run. */
export function additionsIn(source: string): Additions {
  const text = withoutComments(source);
  const named = (kind: keyof Additions) => {
    const names = CALLS[kind].flatMap((pattern) =>
      [...text.matchAll(pattern)].map(([, single, double]) => single ?? double ?? '…'),
    );
    return kind === 'filters' ? names.filter((name) => OF_ANSWERS.test(name)) : names;
  };
  return made(named);
}

/** What several texts add together. */
export const joined = (all: readonly Additions[]): Additions => made((kind) => all.flatMap((one) => one[kind]));

const made = (namesOf: (kind: keyof Additions) => readonly string[]): Additions =>
  Object.fromEntries(KINDS.map((kind) => [kind, [...new Set(namesOf(kind))].sort()])) as unknown as Additions;

/** Tells of values under which an element has to carry an attribute; it stands without any attribute otherwise. */
export interface RequiredValue {
  allows(value: string): boolean;
}

/** How an element may carry an attribute: with any (checked) value, only without one, or always with a certain one. */
export type AttributeRule = 'any' | 'valueless' | RequiredValue;

/** The attributes of one element, by their names in lower case; `data-*` stands for all data attributes. */
export type AllowedAttributes = ReadonlyMap<string, AttributeRule>;

/** The elements that cleaned markup may hold, by their names in lower case. */
export type AllowedHtml = ReadonlyMap<string, AllowedAttributes>;

/** What every element of a post may carry. */
const GLOBAL = `aria-controls aria-current aria-describedby aria-details aria-expanded aria-hidden aria-label
  aria-labelledby class data-* dir id lang role style title xml:lang`;

const CELL = 'abbr align axis bgcolor char charoff colspan headers height nowrap rowspan scope valign width';
const CELL_GROUP = 'align char charoff valign';

/** Elements with the attributes that are their own. */
const POST_ELEMENTS: Readonly<Record<string, string>> = {
  a: 'download href name rel rev target',
  area: 'alt coords href nohref shape target',
  audio: 'autoplay controls loop muted preload src',
  blockquote: 'cite',
  button: 'disabled name type value',
  col: 'align char charoff span valign width',
  colgroup: 'align char charoff span valign width',
  del: 'datetime',
  details: 'align open',
  font: 'color face size',
  hr: 'align noshade size width',
  img: 'align alt border height hspace loading longdesc src usemap vspace width',
  ins: 'cite datetime',
  label: 'for',
  li: 'align value',
  map: 'name',
  menu: 'type',
  ol: 'reversed start type',
  pre: 'width',
  q: 'cite',
  table: 'align bgcolor border cellpadding cellspacing rules summary width',
  tbody: CELL_GROUP,
  td: CELL,
  textarea: 'cols disabled name readonly rows',
  tfoot: CELL_GROUP,
  th: CELL,
  thead: CELL_GROUP,
  tr: `${CELL_GROUP} bgcolor`,
  track: 'default kind label src srclang',
  ul: 'type',
  video: 'autoplay controls height loop muted playsinline poster preload src width',
};

const ALIGNED_ELEMENTS = `article aside caption div figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup legend main
  nav p section span summary`;

const PLAIN_ELEMENTS = `abbr acronym address b bdo big br cite code dd dfn dl dt em fieldset i kbd mark rb rp rt rtc
  ruby s samp small strike strong sub sup title tt u var`;

function words(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

function attributes(names: string): AllowedAttributes {
  return new Map(words(names).map((name) => [name, name === 'download' ? 'valueless' : 'any']));
}

/** What the body of a post may hold when its author may not write unfiltered markup. */
export const POST_HTML: AllowedHtml = new Map([
  ...words(PLAIN_ELEMENTS).map((name) => [name, attributes(GLOBAL)] as const),
  ...words(ALIGNED_ELEMENTS).map((name) => [name, attributes(`align ${GLOBAL}`)] as const),
  ...Object.entries(POST_ELEMENTS).map(([name, own]) => [name, attributes(`${own} ${GLOBAL}`)] as const),
]);

/** What a comment may hold, and the other short texts that visitors or subscribers write. */
export const COMMENT_HTML: AllowedHtml = new Map([
  ...words('b code em i s strike strong cite').map((name) => [name, attributes('')] as const),
  ...['abbr', 'acronym'].map((name) => [name, attributes('title')] as const),
  ...['blockquote', 'q'].map((name) => [name, attributes('cite')] as const),
  ['a', attributes('href title')] as const,
  ['del', attributes('datetime')] as const,
]);

/**
 * The same, for a site whose files are at `host`: documents of it may be shown in `object`. Their addresses have no query,
 * so that nothing but a file of that name answers.
 */
export function postHtmlOf(host: string): AllowedHtml {
  const isOwn = (value: string) => ['http', 'https'].some((scheme) => value.startsWith(`${scheme}://${host}/`));
  const data: RequiredValue = { allows: (value) => !/[?#]/.test(value) && value.endsWith('.pdf') && isOwn(value) };
  const type: RequiredValue = { allows: (value) => value.toLowerCase() === 'application/pdf' };
  const required: readonly [string, AttributeRule][] = [
    ['data', data],
    ['type', type],
  ];
  return new Map([...POST_HTML, ['object', new Map([...attributes(GLOBAL), ...required])]]);
}

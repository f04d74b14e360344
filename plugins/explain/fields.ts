/** The greatest depth of nested members, and the greatest number of fields, that are listed. */
const DEPTH = 3;
const MOST_FIELDS = 500;

/** A field of an answer, or of the items of a list: `title.rendered`. */
export interface Field {
  readonly path: string;
  /** In how many items it is. */
  count: number;
  /** The texts that it holds, to find the filter that made them. */
  readonly texts: Set<string>;
}

/** The fields of data by path; of a list those of its items. */
export function fieldsOf(data: unknown): Map<string, Field> {
  const found = new Map<string, Field>();
  for (const item of Array.isArray(data) ? data : [data]) addFields(found, '', item, DEPTH);
  return found;
}

function addFields(found: Map<string, Field>, path: string, value: unknown, depth: number): void {
  if (isMap(value) && depth > 0) {
    for (const [name, member] of Object.entries(value)) {
      addFields(found, path === '' ? name : `${path}.${name}`, member, depth - 1);
    }
    if (path === '' || Object.keys(value).length > 0) return;
  }
  let field = found.get(path);
  if (field === undefined) {
    if (found.size >= MOST_FIELDS) return;
    field = { path, count: 0, texts: new Set() };
    found.set(path, field);
  }
  field.count++;
  if (typeof value === 'string' && value !== '') field.texts.add(value);
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

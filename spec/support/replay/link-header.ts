/** The addresses of a `Link` header by relation. */
export function linkRelations(header: unknown): Map<string, string> {
  const relations = new Map<string, string>();
  for (const [, url, relation] of String(header ?? '').matchAll(/<([^>]*)>\s*;\s*rel="?([^",;]*)"?/g)) {
    relations.set(relation!, url!);
  }
  return relations;
}

/** Whether two URLs are equal, with the same meaning of their queries: `a=1,2` equals `a[]=1&a[]=2` and `a[0]=1&a[1]=2`. */
export function sameAddress(left: string, right: string | undefined): boolean {
  if (right === undefined || !URL.canParse(left) || !URL.canParse(right)) return left === right;
  const [a, b] = [new URL(left), new URL(right)];
  return a.origin === b.origin && a.pathname === b.pathname && meaning(a) === meaning(b);
}

function meaning({ searchParams }: URL): string {
  const values = new Map<string, string[]>();
  for (const [name, value] of searchParams) {
    const plain = name.replace(/\[\d*\]$/, '');
    values.set(plain, [...(values.get(plain) ?? []), ...value.split(',')]);
  }
  return JSON.stringify([...values].sort(([a], [b]) => (a < b ? -1 : 1)));
}

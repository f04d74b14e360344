interface Line {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The values of an exposition, found by name and labels. */
export interface Exposition {
  /** The lines of a name that have at least these labels. */
  of(name: string, labels?: Readonly<Record<string, string>>): Line[];
  value(name: string, labels?: Readonly<Record<string, string>>): number | undefined;
  size(name: string): number;
}

const LINE = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-z]+)="((?:\\.|[^"\\])*)"/g;

/** Reads the text format of Prometheus, and throws for invalid text: each name occurs once, after its help and type. */
export function readExposition(text: string): Exposition {
  const lines: Line[] = [];
  const known = new Set<string>();
  for (const line of text.trimEnd().split('\n')) {
    const type = /^# TYPE ([a-z_]+) (?:counter|gauge|histogram|summary)$/.exec(line)?.[1];
    if (type !== undefined) {
      if (known.has(type)) throw new Error(`${type} occurs twice`);
      known.add(type);
    }
    if (line.startsWith('# ')) continue;
    const [, name = '', labels = '', value = ''] = LINE.exec(line) ?? [];
    const family = name.replace(/_(?:bucket|sum|count)$/, '');
    if (!(known.has(name) || known.has(family)) || Number.isNaN(Number(value))) throw new Error(`no figure: ${line}`);
    const plain = (one: string) => one.replace(/\\(.)/g, (_, character) => (character === 'n' ? '\n' : character));
    const pairs = [...labels.matchAll(LABEL)].map(([, label, of]) => [label!, plain(of!)]);
    lines.push({ name, labels: Object.fromEntries(pairs), value: Number(value) });
  }
  const of: Exposition['of'] = (name, labels = {}) =>
    lines.filter(
      (line) => line.name === name && Object.entries(labels).every(([label, value]) => line.labels[label] === value),
    );
  return { of, value: (name, labels) => of(name, labels)[0]?.value, size: (name) => of(name).length };
}

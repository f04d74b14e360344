/** One number of a family, with its labels. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string | number>>;
  /** The suffix of the family's name, as `_sum`. */
  readonly suffix?: string;
  readonly value: number;
}

/** Numbers of one name and meaning. */
export interface Family {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary';
  readonly help: string;
  readonly samples: readonly Sample[];
}

/** The type of what Prometheus reads as text. */
export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');

const labelsOf = (labels: Sample['labels'] = {}): string => {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${escaped(String(value)).replaceAll('"', '\\"')}"`,
  );
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
};

/** Families in the text format of Prometheus; those without a number are left out. */
export const exposition = (families: readonly Family[]): string =>
  families
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, type, help, samples }) => {
      const lines = samples.map(({ suffix = '', labels, value }) => `${name}${suffix}${labelsOf(labels)} ${value}\n`);
      return `# HELP ${name} ${escaped(help)}\n# TYPE ${name} ${type}\n${lines.join('')}`;
    })
    .join('');

/** A family of one number; of none where there is none. */
export const single = (name: string, type: Family['type'], help: string, value: number | undefined): Family => ({
  name,
  type,
  help,
  samples: value === undefined ? [] : [{ value }],
});

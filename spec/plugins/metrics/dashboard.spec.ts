import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { createHost, definePlugin, type Host } from '../../../host/index.ts';
import { describeOnPostgres } from '../../support/on-databases.ts';

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly gridPos: { readonly x: number; readonly w: number };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

interface Dashboard {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly definition?: string }[] };
  readonly annotations: { readonly list: readonly { readonly expr: string }[] };
}

const file = new URL('../../../docs/operations/grafana-dashboard.json', import.meta.url);
const { panels, templating, annotations } = JSON.parse(readFileSync(file, 'utf8')) as Dashboard;
const targets = panels.flatMap(({ targets = [] }) => targets);

/** What Prometheus itself adds to the labels of a figure. */
const ADDED = ['instance', 'job'];

/** The names of figures in an expression, and of the labels that it groups by or picks by. */
const figuresIn = (expr: string): string[] => expr.match(/\b(?:http|tappet|process|nodejs)_\w+/g) ?? [];
const labelsIn = (expr: string): string[] => [
  ...[...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names]) => names!.split(',').map((name) => name.trim())),
  ...[...expr.matchAll(/(\w+)=~?"/g)].map(([, name]) => name!),
];

const failing = definePlugin({
  name: 'failing',
  version: '1.0.0',
  description: 'Fails.',
  setup: ({ hooks }) =>
    hooks.filter('rest_post_dispatch').tap('failing', () => {
      throw new Error('It fails.');
    }),
});

describeOnPostgres('the dashboard of Grafana', (freshDatabase) => {
  let host: Host;
  /** The labels of the figures that a site gives, by name. */
  const given = new Map<string, Set<string>>();

  before(async () => {
    host = await createHost({
      database: await freshDatabase(),
      logLevel: 'silent',
      plugins: { only: ['posts', 'jobs', 'metrics', 'response-cache'], folders: [failing] },
      options: { metrics: { sample: 1 } },
    });
    const url = await host.listen(0, '127.0.0.1');
    await (await fetch(`${url}/cms-json/cms/v2/posts`)).text();
    // Delays of the event loop are known from the second reading on.
    let text = '';
    while (!text.includes('nodejs_eventloop_lag_seconds{')) text = await (await fetch(`${url}/metrics`)).text();
    for (const [, name, labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? /gm)) {
      const known = given.get(name!) ?? new Set(ADDED);
      given.set(name!, known);
      for (const [, label] of labels.matchAll(/(\w+)="/g)) known.add(label!);
    }
  });

  after(() => host.close());

  it('shows figures that /metrics gives, by labels that they have', () => {
    expect(targets.length).to.be.greaterThan(20);
    for (const { expr } of [...targets, ...annotations.list]) {
      const figures = figuresIn(expr);
      expect(figures, expr).to.not.be.empty;
      for (const figure of figures) {
        expect(given, figure).to.include.keys(figure);
        expect([...given.get(figure)!], expr).to.include.members(labelsIn(expr));
      }
    }
    for (const { definition } of templating.list) {
      for (const figure of figuresIn(definition ?? '')) expect(given, figure).to.include.keys(figure);
    }
  });

  it('shows all that a site gives, each in a place of its own', () => {
    const shown = new Set([...targets, ...annotations.list].flatMap(({ expr }) => figuresIn(expr)));
    const base = (name: string) => name.replace(/_(?:bucket|sum|count)$/, '');
    const families = new Set([...given.keys()].map(base));
    const missing = [...families].filter((name) => ![...shown].some((one) => base(one) === name));
    // Of taps there are too many, and how large the heap could be says little.
    expect(missing.sort()).to.deep.equal(['nodejs_heap_size_total_bytes', 'tappet_tap_duration_seconds']);
    expect(new Set(panels.map(({ id }) => id))).to.have.lengthOf(panels.length);
    for (const { title, gridPos } of panels) expect(gridPos.x + gridPos.w, title).to.be.at.most(24);
  });

  it('names in its legends what its figures are grouped by', () => {
    for (const { expr, legendFormat } of targets) {
      const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!);
      const grouped = labelsIn(expr.replace(/\{[^}]*\}/g, '')).concat(/\bby \(/.test(expr) ? [] : ADDED);
      expect(grouped, expr).to.include.members(named);
    }
  });
});

import { readdirSync } from 'node:fs';
import type { Brand } from '../../../core/index.ts';
import { readFixture } from '../fixtures.ts';

/** A request of a step, as the scenario files write it. */
export interface ScenarioRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: string | Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: unknown;
  readonly raw?: string;
  readonly form?: Readonly<Record<string, unknown>>;
  readonly base64?: string;
  readonly multipart?: readonly MultipartPart[];
}

/** A part of a multipart request: a field with `text`, or a file with `base64` bytes. */
export interface MultipartPart {
  readonly name: string;
  readonly filename?: string;
  readonly type?: string;
  readonly text?: string;
  readonly base64?: string;
}

/** The expected answer of a step. */
export interface Expectation {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly text?: unknown;
  readonly jsonp?: string;
  readonly code?: string;
  readonly params?: readonly string[];
  readonly details?: Readonly<Record<string, string>>;
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly also?: Readonly<Record<string, unknown>>;
}

/** One recorded exchange. */
export interface Step {
  readonly id: string;
  readonly as?: string;
  readonly auth?: { readonly login: string; readonly password: string };
  readonly request: ScenarioRequest;
  readonly capture?: Readonly<Record<string, string>>;
  readonly expect: Expectation;
}

/** A recorded scenario: its steps in order, and the requests that clean up. */
export interface Scenario {
  readonly scenario: string;
  readonly title: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
  readonly cleanup?: readonly { readonly as?: string; readonly request: ScenarioRequest }[];
}

/** The names of all recorded scenarios. */
export const scenarioNames = (): string[] =>
  readdirSync(new URL('../../fixtures/scenarios/', import.meta.url))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();

/** Reads a scenario, with its identifiers rewritten for a brand. */
export const readScenario = (name: string, brand: Brand): Scenario =>
  rebrand(readFixture(`scenarios/${name}.json`), brand.name) as Scenario;

/** The identifiers in the neutral files that contain the brand. */
const BRANDED: readonly (readonly [RegExp, string])[] = [
  [/\bcms(?=-json\b|\\?\/v2\b|%2Fv2\b|_rest\b|:|-block-|-site-health\b|-block-editor\b)/g, ''],
  [/\bcms(?=_(?:block|template|template_part|navigation|global_styles)\b)/g, ''],
  [/\bx-cms(?=-)/g, 'x-'],
];

function rebrand(value: unknown, brand: string): unknown {
  if (brand === 'cms') return value;
  if (typeof value === 'string') return rebrandText(value, brand);
  if (Array.isArray(value)) return value.map((member) => rebrand(member, brand));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, member]) => [rebrandText(key, brand), rebrand(member, brand)]);
  return Object.fromEntries(entries);
}

function rebrandText(text: string, brand: string): string {
  if (text === 'cms') return brand;
  const lower = BRANDED.reduce((result, [pattern, before]) => result.replace(pattern, `${before}${brand}`), text);
  return lower
    .replace(/\bCMS(?=\/v2)/gi, (name) => (name === 'CMS' ? brand.toUpperCase() : name))
    .replace(/\bX-CMS(?=-)/g, `X-${brand.toUpperCase()}`);
}

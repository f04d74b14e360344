import type { RestRequest } from '../../core/index.ts';

/** What a test says of the site: all is well, something could be better, or something has to be done. */
export const HEALTH_STATUSES = ['good', 'recommended', 'critical'] as const;

/** The colours of badges. */
export const BADGE_COLORS = ['blue', 'orange', 'red', 'green', 'purple', 'gray'] as const;

/** What a test found. Descriptions and actions are markup. */
export interface HealthResult {
  /** A line for people. */
  readonly label: string;
  readonly status: (typeof HEALTH_STATUSES)[number];
  /** What the test is about. */
  readonly badge: { readonly label: string; readonly color: (typeof BADGE_COLORS)[number] };
  readonly description: string;
  /** Links to where something can be done; empty for none. */
  readonly actions: string;
}

/** A test of the site, which is run when its route is asked for. */
export interface HealthTest {
  /** Its name on the wire: `https_status`; with dashes it is the last part of its route. */
  readonly name: string;
  /** What a user needs to have it run; `view_site_health_checks` when left out. */
  readonly capability?: string;
  run(request: RestRequest): HealthResult | Promise<HealthResult>;
}

/** A name of a test. */
export const TEST_NAME = /^[a-z][a-z0-9_]*$/;

const SECURITY = { label: 'Security', color: 'blue' } as const;
const PERFORMANCE = { label: 'Performance', color: 'blue' } as const;

/** A result about security, or about performance; without actions. */
export const securityResult = (status: HealthResult['status'], label: string, text: string): HealthResult => ({
  label,
  status,
  badge: SECURITY,
  description: `<p>${text}</p>`,
  actions: '',
});

export const performanceResult = (status: HealthResult['status'], label: string, text: string): HealthResult => ({
  ...securityResult(status, label, text),
  badge: PERFORMANCE,
});

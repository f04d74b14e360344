import type { Generation } from '../../core/generation.ts';
import type { Brand, CurrentUser } from '../../core/index.ts';
import { ANONYMOUS } from '../../core/rest/index.ts';
import { createBrand } from '../../core/site/index.ts';
import type { Difference } from './replay/difference.ts';
import { type Exchange, pick, readAnswer, wireRequest } from './replay/exchange.ts';
import { compareAnswer } from './replay/expectation.ts';
import { inMemory } from './replay/in-memory.ts';
import { readScenario, type Scenario, type Step } from './replay/scenario.ts';
import { UnresolvedError, Variables } from './replay/variables.ts';

export { scenarioNames } from './replay/scenario.ts';

/** A user of a role, as the variables of scenarios name it: `{{me.ROLE}}`, `{{name.ROLE}}`, `{{email.ROLE}}`, `{{url.ROLE}}`. */
export interface RoleUser {
  readonly user: CurrentUser;
  readonly name: string;
  readonly email: string;
  readonly url: string;
  /** An application password for the role's requests; without one, they are made as the user directly. */
  readonly password?: string;
}

/** The settings of a replay. */
export interface ReplayOptions {
  /** The brand that the files are rewritten to; that of the generation when left out. */
  readonly brand?: string;
  /** The users of the roles `admin`, `editor`, `author`, `contributor` and `subscriber`. */
  readonly users?: Readonly<Record<string, RoleUser>>;
  /** Sends the requests; by default directly to the generation's server. */
  readonly exchange?: Exchange;
  /** The steps that are compared; all steps are run. */
  readonly only?: (step: string) => boolean;
}

/** The result of a replay: the number of steps that pass, and those that fail with their differences. */
export interface ReplayResult {
  readonly passed: number;
  readonly failed: readonly { readonly step: string; readonly differences: readonly Difference[] }[];
}

/** Replays a recorded scenario of `spec/fixtures/scenarios` against a generation, and runs its cleanup. */
export async function replay(generation: Generation, name: string, options: ReplayOptions = {}): Promise<ReplayResult> {
  const { site } = generation;
  const brand: Brand = options.brand === undefined ? site.brand : createBrand(options.brand);
  const scenario = readScenario(name, brand);
  const run = {
    scenario,
    users: options.users ?? {},
    exchange: options.exchange ?? inMemory(generation),
    vars: new Variables(site.home, site.brand.apiLinkRelation, roleVariables(options.users ?? {})),
  };
  const failed: ReplayResult['failed'][number][] = [];
  let passed = 0;
  for (const step of scenario.steps) {
    const differences = await perform(step, run);
    if (options.only !== undefined && !options.only(step.id)) continue;
    if (differences.length === 0) passed++;
    else failed.push({ step: step.id, differences });
  }
  for (const { as = 'admin', request } of scenario.cleanup ?? []) {
    await perform({ id: 'cleanup', as, request, expect: {} }, run);
  }
  return { passed, failed };
}

/** The failed steps of a replay as text, a line for each difference. */
export const describeFailures = ({ failed }: ReplayResult): string =>
  failed
    .flatMap(({ step, differences }) =>
      differences.map(({ path, expected, got }) => `${step}: ${path}: expected ${expected}, got ${got}`),
    )
    .join('\n');

interface Run {
  readonly scenario: Scenario;
  readonly users: Readonly<Record<string, RoleUser>>;
  readonly exchange: Exchange;
  readonly vars: Variables;
}

async function perform(step: Step, { scenario, users, exchange, vars }: Run): Promise<Difference[]> {
  const differences: Difference[] = [];
  try {
    const { as = 'anonymous' } = step;
    const actor = users[as];
    if (actor === undefined && as !== 'anonymous') throw new Error(`no user was given for the role "${as}"`);
    const user = actor === undefined || actor.password !== undefined ? ANONYMOUS : actor.user;
    const sent = wireRequest(signedIn(step, as, actor?.password), scenario, user, vars);
    const answer = readAnswer(await exchange(sent), step.expect.jsonp);
    for (const [name, path] of Object.entries(step.capture ?? {})) {
      const value = pick(path, answer);
      vars.set(name, value);
      if (value === undefined) {
        const got = `${answer.status} ${answer.text.slice(0, 200)}`;
        differences.push({ path: `capture ${name}`, expected: `a value at ${path}`, got });
      }
    }
    differences.push(...compareAnswer(step.expect, answer, vars));
  } catch (error) {
    const got = error instanceof UnresolvedError ? error.message : String((error as Error).stack ?? error);
    differences.push({ path: 'step', expected: 'to be possible', got });
  }
  return differences;
}

/** The step with the password of its role, if there is one and the step has none of its own. */
function signedIn(step: Step, login: string, password: string | undefined): Step {
  return password === undefined || step.auth !== undefined ? step : { ...step, auth: { login, password } };
}

function roleVariables(users: Readonly<Record<string, RoleUser>>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [role, { user, name, email, url }] of Object.entries(users)) {
    Object.assign(values, {
      [`me.${role}`]: user.id,
      [`name.${role}`]: name,
      [`email.${role}`]: email,
      [`url.${role}`]: url,
    });
  }
  return values;
}

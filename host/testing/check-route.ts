import type { Arbitrary } from 'fast-check';
import { loadFastCheck } from './fast-check.ts';
import { brokenInput, type Input, inQuery, validInput } from './inputs.ts';
import { type Answer, request } from './request.ts';
import { routeCases } from './route-cases.ts';
import type { TestHost } from './test-host.ts';
import type { RoleName } from './users.ts';

/** How a route is checked. */
export interface CheckRouteOptions {
  /** The methods to check; every method of the route when left out. */
  readonly methods?: readonly string[];
  /** The role of the user who makes the requests; an administrator when left out. */
  readonly as?: RoleName;
  /** Values of arguments whose schemas do not say everything, such as the id of an existing post. */
  readonly values?: Readonly<Record<string, readonly unknown[]>>;
  /** Arguments to leave out. */
  readonly except?: readonly string[];
  /** The number of inputs of each kind; 50 when left out. */
  readonly runs?: number;
  /** The seed of an earlier run, which its failure names, to repeat its inputs. */
  readonly seed?: number;
}

/**
 * Checks that a route keeps to its own argument schemas: valid input is not refused for its arguments, invalid input is
 * answered with 400 and the name of the parameter, and no input with 5xx. The route is a path without placeholders:
 * `/hello/v1/greeting`. Throws an error that shows the smallest input that fails.
 */
export async function checkRoute(host: TestHost, route: string, options: CheckRouteOptions = {}): Promise<void> {
  const cases = routeCases(host, route, options.methods);
  const fc = await loadFastCheck();
  const { as = 'administrator', except = [], values = {}, runs = 50, seed } = options;
  for (const { method, endpoint, inPath } of cases) {
    const checked = Object.entries(endpoint.args).filter(([name]) => ![...inPath, ...except].includes(name));
    const checkInputs = (inputs: Arbitrary<Input>, complaint: (answer: Answer) => string | undefined) =>
      fc.assert(
        fc.asyncProperty(inputs, async (input) => {
          const sent = inQuery(method) ? { query: input } : { json: input };
          const answer = await request(host, method, route, { as, ...sent });
          const problem = answer.status >= 500 ? 'fails' : complaint(answer);
          if (problem !== undefined) throw new Error(`${method} ${route} ${problem}: ${answer.status} ${answer.body}`);
        }),
        { numRuns: runs, includeErrorInReport: true, ...(seed === undefined ? {} : { seed }) },
      );
    const valid = validInput(fc, method, checked, values);
    await checkInputs(valid, refused);
    for (const argument of checked) {
      const broken = brokenInput(fc, method, valid, argument);
      if (broken !== undefined) await checkInputs(broken, (answer) => notRefused(answer, argument[0]));
    }
  }
}

const ARGUMENT_CODES = ['rest_invalid_param', 'rest_missing_callback_param'];

const refused = ({ status, json }: Answer): string | undefined =>
  status === 400 && ARGUMENT_CODES.includes(json?.code) ? 'refuses input that its schemas allow' : undefined;

const notRefused = ({ status, json }: Answer, name: string): string | undefined =>
  status === 400 && namesParameter(json?.data?.params, name)
    ? undefined
    : `does not refuse a broken "${name}" with 400 and its name (an argument without a type, or with a sanitize_callback, is checked by its schema only if it has validate_callback: validateRequestArg)`;

/** Whether an error names a parameter as invalid or as missing. */
function namesParameter(params: unknown, name: string): boolean {
  if (Array.isArray(params)) return params.includes(name);
  return typeof params === 'object' && params !== null && Object.hasOwn(params, name);
}

import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Served } from '../../../support/serve.ts';
import { DEMANDED_FAILURES } from './demanded-failures.ts';
import type { FuzzRequest } from './requests.ts';

// biome-ignore lint/suspicious/noExplicitAny: a part of a document, read as it comes.
type Schema = any;

const DOCUMENT = 'document';

const DEMANDED = new Set(DEMANDED_FAILURES.map(({ status, code }) => `${status} ${code}`));

/** How an answer contradicts the document; undefined where it does not. */
export type Contradiction = (request: FuzzRequest, answer: Served) => string | undefined;

/** Reads a document, so that answers can be checked against it. */
export function contradictionsOf(document: Schema): Contradiction {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  (formats as unknown as (of: Ajv2020) => void)(ajv);
  ajv.addSchema({ $id: DOCUMENT, ...document });
  const pointerOf = (path: readonly string[]) =>
    `${DOCUMENT}#/${path.map((one) => encodeURIComponent(one.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;

  return ({ operation, isValid }, { status, json, text }) => {
    const code = json?.code;
    const { responses, operationId } = operation.operation;
    if (status >= 500) {
      if (!DEMANDED.has(`${status} ${code}`)) return `status ${status}: ${text.slice(0, 600)}`;
      if (!JSON.stringify(responses[status] ?? null).includes(`"${code}"`)) {
        return `status ${status} ${code} is not described: ${text.slice(0, 300)}`;
      }
    }
    const key = [String(status), `${String(status)[0]}XX`, ...(status >= 400 ? ['default'] : [])].find(
      (one) => one in responses,
    );
    if (key === undefined) return `status ${status} is not described: ${text.slice(0, 300)}`;
    if (isValid && code === 'rest_missing_callback_param')
      return `a valid request misses something: ${text.slice(0, 300)}`;
    const reference = responses[key].$ref as string | undefined;
    const path = Object.keys(document.paths).find((one) => {
      return document.paths[one][operation.method.toLowerCase()]?.operationId === operationId;
    })!;
    const at = reference?.split('/').slice(1) ?? ['paths', path, operation.method.toLowerCase(), 'responses', key];
    const validate = ajv.getSchema(pointerOf([...at, 'content', 'application/json', 'schema']));
    if (validate === undefined) return `there is no schema at ${at.join('/')}`;
    if (text === '' || validate(json)) return undefined;
    return `status ${status}: ${ajv.errorsText(validate.errors)} in ${text.slice(0, 1500)}`;
  };
}

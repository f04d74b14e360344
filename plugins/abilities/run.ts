import { isRestError, type PluginHooks, type RestRequest, RestResponse } from '../../core/index.ts';
import { compileSchema } from '../../core/schema/index.ts';
import { type Ability, methodOf } from './ability.ts';
import { abilityErrors as errors } from './errors.ts';

/** Throws for a method other than the ability's own, and for a user who may not run it with this input. */
export async function checkRun(ability: Ability, request: RestRequest): Promise<true> {
  const method = methodOf(ability);
  const asked = request.method === 'HEAD' ? 'GET' : request.method;
  if (asked !== method) throw errors.rest_ability_invalid_method({ methods: [method] });
  const verdict = await ability.permission_callback(inputOf(ability, request), request);
  if (isRestError(verdict)) throw verdict;
  if (verdict !== true) throw errors.rest_ability_cannot_execute(request);
  return true;
}

/** Runs an ability that was checked. */
export async function run(ability: Ability, request: RestRequest, hooks: PluginHooks): Promise<RestResponse> {
  const input = inputOf(ability, request);
  await hooks.action('before_execute_ability').promise(ability.name, input, request);
  const result = await ability.execute_callback(input, request);
  if (isRestError(result)) throw result;
  const isWrong =
    ability.output_schema !== undefined && compileSchema(ability.output_schema).validate(result, 'output');
  if (isWrong) throw errors.ability_invalid_output();
  await hooks.action('after_execute_ability').promise(ability.name, input, result, request);
  return new RestResponse(result ?? null);
}

/** The input of a request, cleaned by the schema, or the schema's default. */
function inputOf({ input_schema: schema }: Ability, request: RestRequest): unknown {
  const given = request.getParam('input');
  if (schema === undefined) {
    if (given !== null && given !== '') throw errors.ability_missing_input_schema();
    return null;
  }
  const input = given ?? schema.default ?? (isOptional(schema) ? {} : null);
  const { validate, sanitize } = compileSchema(schema);
  const issue = validate(input, 'input');
  if (issue !== undefined) throw errors.ability_invalid_input({ params: { input: issue.message } });
  return sanitize(input);
}

/** Whether the schema accepts an empty object. */
const isOptional = ({ type }: { readonly type?: unknown }): boolean => [type].flat().includes('object');

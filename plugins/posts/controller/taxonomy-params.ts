import { type ArgumentSchema, type EndpointArgument, validateRequestArg } from '../../../core/index.ts';
import type { Taxonomy } from '../../taxonomies/index.ts';
import { postErrors as errors } from '../errors.ts';

const IDS: ArgumentSchema = { type: 'array', items: { type: 'integer' } };

/** The arguments that filter a list by terms: two for each taxonomy, and one that says how they are joined. */
export function taxonomyParams(taxonomies: readonly Taxonomy[]): Record<string, EndpointArgument> {
  if (taxonomies.length === 0) return {};
  const params: Record<string, EndpointArgument> = {
    tax_relation: {
      description: 'Whether items must fit the terms of all taxonomies, or of one.',
      type: 'string',
      enum: ['AND', 'OR'],
    },
  };
  for (const { rest_base, hierarchical, name } of taxonomies) {
    params[rest_base] = termsParam(`Items with these terms in the taxonomy ${name}.`, {
      ...childrenProperty(hierarchical),
      operator: {
        description: 'Whether items must have all of the terms, or one.',
        type: 'string',
        enum: ['AND', 'OR'],
        default: 'OR',
      },
    });
    params[`${rest_base}_exclude`] = termsParam(
      `All but the items with these terms in the taxonomy ${name}.`,
      childrenProperty(hierarchical),
    );
  }
  return params;
}

function childrenProperty(hierarchical: boolean): Record<string, ArgumentSchema> {
  if (!hierarchical) return {};
  const description = 'Whether terms stand for those below them too.';
  return { include_children: { description, type: 'boolean', default: false } };
}

/** Terms as a list of ids, or as an object with options. */
function termsParam(description: string, properties: Record<string, ArgumentSchema>): EndpointArgument {
  return {
    description,
    type: ['object', 'array'],
    validate_callback: (value, request, name) =>
      isEmpty(value) ? errors.rest_one_of_multiple_matches() : validateRequestArg(value, request, name),
    oneOf: [
      { title: 'Ids of terms', description: 'Terms by their ids.', ...IDS },
      {
        title: 'Terms and how they are meant',
        description: 'Terms by their ids, and how they are meant.',
        type: 'object',
        properties: { terms: { description: 'The ids of the terms.', ...IDS, default: [] }, ...properties },
        additionalProperties: false,
      },
    ],
  };
}

/** Whether a filter is empty, and so as well a list without ids as an object without members. */
const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0);

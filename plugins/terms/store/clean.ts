import { sanitizeTextField, slugify } from '../../../core/text/index.ts';
import { ksesData } from '../../formatting/index.ts';
import { storeErrors } from '../errors.ts';
import type { TermInput } from '../term.ts';

/** The most characters that a stored name may have. */
const MAX_NAME = 200;

/** A term's input as it is stored: the name as escaped text, the description as clean HTML. */
export type CleanInput = Required<Omit<TermInput, 'importId'>>;

/** Cleans the input that makes or changes a term. Throws the errors `empty_term_name` and `db_insert_error`. */
export function cleanInput({ name = '', slug = '', description = '', parent = 0 }: TermInput): CleanInput {
  const cleanName = ksesData(sanitizeTextField(name));
  if (cleanName.trim() === '') throw storeErrors.empty_term_name();
  if (cleanName.length > MAX_NAME) throw storeErrors.db_insert_error();
  return { name: cleanName, slug: slugify(slug), description: ksesData(description), parent };
}

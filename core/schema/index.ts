/**
 * Argument schemas (sections 2.3 and 4.5): checking and cleaning of values, compiled once for each schema.
 * `schema.ts` says what a schema is, `compile.ts` puts the checks (`check-*.ts`) and the cleaning (`clean.ts`)
 * together, and the remaining files hold the casts and tests of single values.
 */
export { isBooleanLike, sanitizeBoolean } from './boolean.ts';
export { closeObjects } from './close-objects.ts';
export { compileSchema } from './compile.ts';
export { isIp } from './ip.ts';
export { castList, parseList } from './list.ts';
export { isIntegerLike, isNumeric, toInteger, toNumber } from './numeric.ts';
export type { ArgumentSchema, SchemaIssue, SchemaType } from './schema.ts';
export { toText } from './text.ts';
export { checkTypeNames } from './type-names.ts';

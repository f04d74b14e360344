/**
 * Cleaning of texts, one subject a file. All functions are pure, take any text and run in time linear in its length.
 */

export { ALLOWED_PROTOCOLS, cleanUrl } from './clean-url.ts';
export { isEmail, sanitizeEmail } from './email.ts';
export { NAMED_ENTITIES, stripEntities } from './entities.ts';
export { escapeAttribute, escapeHtml } from './escape.ts';
export { html, Markup } from './markup.ts';
export { stripOctets } from './octets.ts';
export { removeAccents } from './remove-accents.ts';
export { sanitizeTextareaField, sanitizeTextField } from './sanitize-text-field.ts';
export { slugify, truncateSlug } from './slug.ts';
export { stripAllTags, stripTags } from './strip-tags.ts';
export { trimAscii, trimEnd } from './trim.ts';

import { parseDate } from '../site/dates.ts';
import { cleanUrl, isEmail, sanitizeTextareaField, sanitizeTextField } from '../text/index.ts';
import { isIp } from './ip.ts';

/** A format: whether a text has it, the code and words for one that has not, and how it is cleaned. */
export interface Format {
  readonly inner?: string;
  readonly message?: string;
  readonly accepts?: (text: string) => boolean;
  readonly sanitize: (text: string) => string | null;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HEX_COLOR = /^#(?:[0-9a-f]{3}){1,2}$/i;

const isHexColor = (text: string): boolean => HEX_COLOR.test(text);

/** A format that is checked; a text that has it is cleaned as one line of plain text unless `sanitize` says how. */
const checked = (
  inner: string,
  what: string,
  accepts: (text: string) => boolean,
  sanitize: Format['sanitize'] = sanitizeTextField,
): Format => ({ inner, message: `is not a valid ${what}`, accepts, sanitize });

/** The formats by name; a schema's unknown format is ignored. */
export const FORMATS: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['date-time', checked('rest_invalid_date', 'date', (text) => parseDate(text) !== false)],
  ['email', checked('rest_invalid_email', 'email address', isEmail)],
  ['ip', checked('rest_invalid_ip', 'IP address', isIp)],
  ['uri', { sanitize: cleanUrl }],
  ['uuid', checked('rest_invalid_uuid', 'UUID', (text) => UUID.test(text))],
  [
    'hex-color',
    checked('rest_invalid_hex_color', 'hex color', isHexColor, (text) =>
      text === '' || isHexColor(text) ? text : null,
    ),
  ],
  ['text-field', { sanitize: sanitizeTextField }],
  ['textarea-field', { sanitize: sanitizeTextareaField }],
]);

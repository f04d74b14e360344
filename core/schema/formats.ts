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

/** The formats by name; a schema's unknown format is ignored. */
export const FORMATS: ReadonlyMap<string, Format> = new Map<string, Format>([
  [
    'date-time',
    {
      inner: 'rest_invalid_date',
      message: 'is not a valid date',
      accepts: (text) => parseDate(text) !== false,
      sanitize: sanitizeTextField,
    },
  ],
  [
    'email',
    {
      inner: 'rest_invalid_email',
      message: 'is not a valid email address',
      accepts: isEmail,
      sanitize: sanitizeTextField,
    },
  ],
  [
    'ip',
    { inner: 'rest_invalid_ip', message: 'is not a valid IP address', accepts: isIp, sanitize: sanitizeTextField },
  ],
  ['uri', { sanitize: cleanUrl }],
  [
    'uuid',
    {
      inner: 'rest_invalid_uuid',
      message: 'is not a valid UUID',
      accepts: (text) => UUID.test(text),
      sanitize: sanitizeTextField,
    },
  ],
  [
    'hex-color',
    {
      inner: 'rest_invalid_hex_color',
      message: 'is not a valid hex color',
      accepts: isHexColor,
      sanitize: (text) => (text === '' || isHexColor(text) ? text : null),
    },
  ],
  ['text-field', { sanitize: sanitizeTextField }],
  ['textarea-field', { sanitize: sanitizeTextareaField }],
]);

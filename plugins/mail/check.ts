import { isEmail } from '../../core/text/index.ts';
import { mailErrors as errors } from './errors.ts';
import type { Mail } from './mail.ts';

/** A mail that was checked: it can be written as it is. */
export interface CheckedMail extends Mail {
  readonly to: readonly string[];
}

const MAX_RECIPIENTS = 50;
const MAX_ADDRESS = 254;
const MAX_SUBJECT = 500;
const MAX_HEADER = 900;
const MAX_HEADERS = 20;
const MAX_BYTES = 256 * 1024;

const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]{0,63}$/;

/** The headers that the message itself needs, or that would give it other recipients or another sender. */
const RESERVED =
  /^(?:to|cc|bcc|from|sender|subject|date|message-id|mime-version|received|return-path|dkim-.*|content-.*|resent-.*)$/i;

/** Whether a text is one line: a break in it would begin a header, and a control character is in none. */
const isLine = (text: unknown): text is string => typeof text === 'string' && !/[\p{Cc}\u2028\u2029]/u.test(text);

/** A text as a part of a subject or a name: one line, without what no header holds. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const fits = (text: unknown): boolean => typeof text === 'string' && Buffer.byteLength(text) <= MAX_BYTES;

/** Checks a mail; throws the error object that says what is wrong with it. */
export function checkedMail({ to, subject, text, html, headers = {} }: Mail): CheckedMail {
  const recipients = typeof to === 'string' ? [to] : [...to];
  const isAddress = (one: unknown) => isLine(one) && one.length <= MAX_ADDRESS && isEmail(one);
  if (recipients.length === 0 || recipients.length > MAX_RECIPIENTS || !recipients.every(isAddress)) {
    throw errors.mail_invalid_address();
  }
  if (!isLine(subject) || subject.trim() === '' || subject.length > MAX_SUBJECT) throw errors.mail_invalid_subject();
  const entries = Object.entries(headers);
  const isHeader = ([name, value]: [string, unknown]) =>
    HEADER_NAME.test(name) && !RESERVED.test(name) && isLine(value) && value.length <= MAX_HEADER;
  if (entries.length > MAX_HEADERS || !entries.every(isHeader)) throw errors.mail_invalid_header();
  if (!fits(text) || (html !== undefined && !fits(html))) throw errors.mail_too_large();
  return { to: recipients, subject, text, headers: { ...headers }, ...(html === undefined ? {} : { html }) };
}

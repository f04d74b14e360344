import { define } from 'superstruct';

/** An option that is the address of something on the web. */
export const webAddress = define<string>('web address', (value) =>
  typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value) ? true : 'it is no web address',
);

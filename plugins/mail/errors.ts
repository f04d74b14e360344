import { defineErrors } from '../../core/index.ts';

/** The errors of mails that cannot be sent as they are. */
export const mailErrors = defineErrors({
  mail_invalid_address: [400, 'A mail goes to 1 to 50 addresses of the form name@example.org.'],
  mail_invalid_subject: [400, 'The subject of a mail is one line of at most 500 characters, and not empty.'],
  mail_invalid_header: [400, 'A header of a mail is one line, and not one that the message itself needs.'],
  mail_too_large: [400, 'A mail holds at most 256 kB of text and of HTML.'],
});

import {
  cleanUrl,
  isEmail,
  sanitizeEmail,
  sanitizeFileName,
  sanitizeHtmlClass,
  sanitizeTextField,
  sanitizeUser,
  slugify,
} from '../../../core/text/index.ts';
import { readFixture } from '../../support/fixtures.ts';
import { itMatches } from '../../support/vectors.ts';

describe('recorded text cases', () => {
  const misc = readFixture('vectors/misc.json');
  const functions: Record<string, (text: string) => unknown> = {
    slugify,
    sanitizeTextField,
    cleanUrl,
    isEmail,
    sanitizeEmail,
    sanitizeFileName,
    sanitizeHtmlClass,
  };
  for (const [group, clean] of Object.entries(functions)) {
    describe(group, () => itMatches(misc[group], ({ value }) => clean(value)));
  }
  describe('sanitizeUser', () => itMatches(misc.sanitizeUser, ({ value, strict }) => sanitizeUser(value, strict)));
});

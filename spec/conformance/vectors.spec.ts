import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { RestRequest } from '../../core/index.ts';
import { buildRestUrl, fullRoute, isFieldIncluded, rewriteRoute, routeOf } from '../../core/rest/index.ts';
import {
  compileSchema,
  isBooleanLike,
  isIntegerLike,
  isIp,
  parseList,
  sanitizeBoolean,
} from '../../core/schema/index.ts';
import { getDateWithGmt, parseDate } from '../../core/site/dates.ts';
import type { Permalinks } from '../../core/site/index.ts';
import { cleanUrl, isEmail, sanitizeEmail, sanitizeTextField, slugify } from '../../core/text/index.ts';
import { AVATAR_SIZES, avatarUrls } from '../../plugins/avatars/gravatar.ts';
import { sanitizeHtmlClass } from '../../plugins/class-list/html-class.ts';
import { RequestedFields } from '../../plugins/fields/requested-fields.ts';
import { autop } from '../../plugins/formatting/autop.ts';
import { ksesPost } from '../../plugins/formatting/kses.ts';
import { texturize } from '../../plugins/formatting/texturize.ts';
import { sanitizeFileName } from '../../plugins/media/upload/sanitize-file-name.ts';
import { verifyPassword } from '../../plugins/passwords/verify.ts';
import { sanitizeUser } from '../../plugins/users/index.ts';
import { buildRenderer } from '../plugins/content-rendering/generation.ts';
import { readFixture } from '../support/fixtures.ts';
import { itMatches, type Vector } from '../support/vectors.ts';
import { routed } from './recorded-routing.ts';

/**
 * The function that computes the result of a vector, and the member with the recorded result where that is not
 * `result`.
 */
type Runner = readonly [actual: (vector: Vector) => unknown, expected?: (vector: Vector) => unknown];

/** The runner of a function of one value. */
// biome-ignore lint/suspicious/noExplicitAny: each function knows its values.
const ofValue = (run: (value: any) => unknown): Runner => [({ value }) => run(value)];

const { renderer } = await buildRenderer();
const asItem = (content: string) => ({ id: 1, content, excerpt: '' });
const style = (name: string): Permalinks => (name === 'none' ? 'plain' : (name as Permalinks));

/** The runner of every group of vectors, by file; that of a file which is one group has no name. */
const RUNNERS: Readonly<Record<string, Readonly<Record<string, Runner>>>> = {
  dates: {
    parseDate: [({ date, forceUtc }) => parseDate(date, forceUtc)],
    getDateWithGmt: [({ date, isUtc, timezone, gmtOffset }) => getDateWithGmt(date, isUtc, { timezone, gmtOffset })],
  },
  fields: {
    isFieldIncluded: [({ field, fields }) => isFieldIncluded(field, fields)],
    filterFields: [
      ({ data, fields, status }) => {
        const query = fields === null ? {} : { _fields: fields };
        const filter = new RequestedFields().of(new RestRequest('GET', '/', { query }));
        return filter === null || status >= 400 ? data : filter.apply(data);
      },
    ],
  },
  misc: {
    isIp: ofValue(isIp),
    isBoolean: ofValue(isBooleanLike),
    sanitizeBoolean: ofValue(sanitizeBoolean),
    isInteger: ofValue(isIntegerLike),
    parseList: ofValue(parseList),
    slugify: ofValue(slugify),
    sanitizeTextField: ofValue(sanitizeTextField),
    cleanUrl: ofValue(cleanUrl),
    texturize: ofValue(texturize),
    autop: ofValue(autop),
    renderContent: ofValue((content) => renderer.content(content, asItem(content))),
    trimExcerpt: ofValue((content) => renderer.excerpt(asItem(content))),
    ksesPost: ofValue(ksesPost),
    isEmail: ofValue(isEmail),
    sanitizeEmail: ofValue(sanitizeEmail),
    sanitizeUser: [({ value, strict }) => sanitizeUser(value, strict)],
    sanitizeFileName: ofValue(sanitizeFileName),
    sanitizeHtmlClass: ofValue(sanitizeHtmlClass),
    avatarUrls: [({ email, tls }) => avatarUrls(email, AVATAR_SIZES, tls)],
    passwordCheck: [({ password, hash }) => verifyPassword(password, hash), ({ valid }) => valid],
  },
  routing: {
    '': [
      routed,
      ({ registered, requests }) => ({
        registered,
        answers: requests.map(({ expect: answer }: { expect: unknown }) => answer),
      }),
    ],
  },
  sanitize: { '': [({ value, schema }) => compileSchema(schema).sanitize(value)] },
  urls: {
    restUrl: [
      ({ path, home, prefix, permalinks, ...parts }) =>
        buildRestUrl(path, { ...parts, home, prefix, permalinks: style(permalinks) }),
    ],
    rewriteRoute: [({ path, prefix, index }) => rewriteRoute(path, prefix, index), ({ route }) => route],
    fullRoute: [({ namespace, route }) => fullRoute(namespace, route)],
    normalizeRoute: [({ restRoute }) => routeOf(restRoute), ({ route }) => route],
  },
  validate: {
    '': [
      ({ value, schema, param }) => compileSchema(schema).validate(value, param)?.code ?? 'valid',
      ({ valid, code }) => (valid ? 'valid' : code),
    ],
  },
};

const files = readdirSync(new URL('../fixtures/vectors/', import.meta.url))
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length));

/** The vectors of a file by group. */
function groupsOf(file: string): Record<string, readonly Vector[]> {
  const content = readFixture(`vectors/${file}.json`);
  return Array.isArray(content) ? { '': content } : content;
}

describe('the recorded vectors', () => {
  it('have a runner for every file and group, and no runner without vectors', () => {
    const there = files.flatMap((file) => Object.keys(groupsOf(file)).map((group) => `${file} ${group}`));
    const run = Object.entries(RUNNERS).flatMap(([file, groups]) =>
      Object.keys(groups).map((group) => `${file} ${group}`),
    );
    expect(run.sort()).to.deep.equal(there.sort());
  });

  it('are none of them empty', () => {
    for (const file of files) {
      for (const [group, vectors] of Object.entries(groupsOf(file))) {
        expect(vectors, `${file} ${group}`).to.be.an('array').that.is.not.empty;
      }
    }
  });

  for (const [file, runners] of Object.entries(RUNNERS)) {
    for (const [group, vectors] of Object.entries(groupsOf(file))) {
      const runner = runners[group];
      if (runner !== undefined) describe(`${file} ${group}`.trim(), () => itMatches(vectors, ...runner));
    }
  }
});

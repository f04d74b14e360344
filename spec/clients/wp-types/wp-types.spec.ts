import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { ask } from '../support/asking.ts';
import { startedSite } from '../support/started-site.ts';

const { resolve } = createRequire(import.meta.url);
const TSC = join(dirname(resolve('typescript/package.json')), 'bin/tsc');

/** A type with the texts of enumerations in place of their names, which JSON has not. */
const PLAIN = 'type Plain<T> = T extends string ? `${T}` : T extends object ? { [K in keyof T]: Plain<T[K]> } : T;';

/** A request, and the type that wp-types has for the answer. */
const ANSWERS: Readonly<Record<string, string>> = {
  '/wp/v2/posts': 'WP_REST_API_Posts',
  '/wp/v2/posts/1?context=edit': 'WP_REST_API_Post',
  '/wp/v2/posts?_embed': 'WP_REST_API_Posts',
  '/wp/v2/media?context=edit': 'WP_REST_API_Attachments',
  '/wp/v2/categories?context=edit': 'WP_REST_API_Categories',
  '/wp/v2/tags': 'WP_REST_API_Tags',
  '/wp/v2/comments?context=edit': 'WP_REST_API_Comments',
  '/wp/v2/users/me?context=edit': 'WP_REST_API_User',
  '/wp/v2/users': 'WP_REST_API_Users',
  '/wp/v2/users/me/application-passwords': 'WP_REST_API_Application_Passwords',
  '/wp/v2/types?context=edit': 'WP_REST_API_Types',
  '/wp/v2/statuses?context=edit': 'WP_REST_API_Statuses',
  '/wp/v2/taxonomies?context=edit': 'WP_REST_API_Taxonomies',
  '/wp/v2/search': 'WP_REST_API_Search_Results',
  '/wp/v2/settings': 'WP_REST_API_Settings',
  '/wp/v2/posts/999': 'WP_REST_API_Error',
};

describe('the types of wp-types 3.61, which are those of version 6.1', () => {
  const site = startedSite();
  let folder: string;
  let faults: string[];

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-types-'));
    // Attached to a post, for the types of that time do not know that a file may be alone.
    const headers = { 'Content-Disposition': 'attachment; filename=a.txt', 'Content-Type': 'text/plain' };
    await ask('POST', `${site.url}/wp-json/wp/v2/media?post=1`, { as: site.app, headers, body: 'text' });
    await ask('POST', `${site.url}/wp-json/wp/v2/tags`, { as: site.app, json: { name: 'Tag' } });
    const lines = [`import type * as wp from '${resolve('wp-types').replace(/\.js$/, '.ts')}'; ${PLAIN}`];
    for (const [path, type] of Object.entries(ANSWERS)) {
      const { json } = await ask('GET', `${site.url}/wp-json${path}`, { as: site.app });
      lines.push(`export const _${lines.length}: Plain<wp.${type}> = ${JSON.stringify(json)};`);
    }
    writeFileSync(join(folder, 'answers.ts'), lines.join('\n'));
    const flags = ['--noEmit', '--strict', '--allowImportingTsExtensions', '--skipLibCheck', '--types', ''];
    const out = await new Promise<string>((done) => {
      execFile(process.execPath, [TSC, ...flags, 'answers.ts'], { cwd: folder }, (_error, stdout) => done(stdout));
    });
    faults = out.split('\n');
  });
  after(() => rmSync(folder, { recursive: true }));

  for (const [at, [path, type]] of Object.entries(ANSWERS).entries()) {
    it(`${type} is what ${path} answers`, () => {
      const from = faults.findIndex((line) => line.startsWith(`answers.ts(${at + 2},`));
      expect(from < 0 ? [] : faults.slice(from, from + 8)).to.deep.equal([]);
    });
  }

  it('are all that the compiler has to say of', () => {
    expect(faults.filter((line) => line.startsWith('error'))).to.deep.equal([]);
  });
});

import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { listPermissions, type RequiredPermissions } from '../../../core/base/index.ts';
import { createHost, type Host, serviceToken } from '../../../host/index.ts';

const TABLES = readFileSync(new URL('../../../docs/capabilities.md', import.meta.url), 'utf8');

/** Plugins that run only on request. */
const OPT_IN = [
  'autosave-support',
  'class-list',
  'fonts',
  'ignore-sticky',
  'pattern-categories',
  'search-columns',
  'target-hints',
];

const required = (permissions: RequiredPermissions | undefined): string =>
  listPermissions(permissions)
    .map((one) => `\`${one}\``)
    .join(', ') || '–';

const members = (names: readonly string[] = []): string => names.map((name) => `\`${name}\``).join(', ') || '–';

describe('what hooks and services require of plugins', () => {
  let host: Host;
  before(async () => {
    host = await createHost({ logLevel: 'silent', database: 'sqlite::memory:', plugins: { required: OPT_IN } });
  });
  after(() => host.close());

  const rows = (heading: string): string[] =>
    TABLES.split(`## ${heading}\n`)[1]!
      .split('\n## ')[0]!
      .split('\n')
      .filter((line) => line.startsWith('| `'));

  it('is decided in docs/capabilities.md for every hook', () => {
    const declared = host.generation.hooks
      .list()
      .map(({ name, declaration }) => `| \`${name}\` | ${required(declaration.requiredPermissions)} |`);
    expect(declared).to.have.length.above(200);
    expect(rows('Hooks')).to.have.members(declared);
  });

  it('is decided in docs/capabilities.md for every service', () => {
    const declared = host.generation.services.list().flatMap(({ name, token }) => {
      if (token === undefined) return [];
      const byCall = token.requiredPermissionsOf === undefined ? '' : ', by the call';
      const whole = `${required(token.requiredPermissions)}${byCall}`;
      return [`| \`${name}\` | ${whole} | ${members(token.reads)} | ${members(token.open)} |`];
    });
    expect(declared).to.have.length.above(40);
    expect(rows('Services')).to.have.members(declared);
  });

  it('leaves no hook that carries a user, an item, a comment, an option or a request without a capability', () => {
    const carrying = /^(?:.*_)?(?:user|post|comment|term|option|request|response|page|view|autosave|revision|item)$/;
    const open = host.generation.hooks
      .list()
      .filter(({ declaration }) => declaration.requiredPermissions === undefined)
      .filter(({ declaration }) => declaration.params.some((name) => carrying.test(name)))
      .map(({ name }) => name);
    expect(open).to.deep.equal([]);
  });

  it('is held of a plugin that provides a service in the place of another', () => {
    const { services } = host.generation;
    expect(() => services.byToken('posts', serviceToken('post-store'))).to.throw('is not for this token');
    const [posts] = services.list().filter(({ name }) => name === 'post-store');
    expect(() => services.byToken('posts', posts!.token!)).not.to.throw();
  });
});

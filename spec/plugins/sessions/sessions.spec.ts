import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { createBrand } from '../../../core/site/index.ts';
import { moveSite } from '../../../host/site.ts';
import { ReservedMeta } from '../../../plugins/meta/index.ts';
import type { User } from '../../../plugins/users/index.ts';
import { type AuthSite, buildAuthSite } from '../../support/auth-site.ts';

const DAY = 24 * 3600 * 1000;
const CLIENT = { ip: '192.0.2.7', userAgent: 'spec' };
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('login sessions', () => {
  let site: AuthSite;
  let alice: User;

  before(async () => {
    site = await buildAuthSite();
    alice = await site.addUser('alice');
  });
  after(() => site.generation.dispose());
  afterEach(() => site.sessions.destroyAll(alice.id));

  const begin = (remember = false) => site.sessions.create(alice.id, { remember }, CLIENT);
  const stored = async (): Promise<Record<string, Record<string, unknown>> | undefined> => {
    const [value] = await site.generation.services.get('spec', ReservedMeta).get('user', alice.id, 'session_tokens');
    return value as Record<string, Record<string, unknown>> | undefined;
  };

  it('are recognised by their cookie', async () => {
    const { cookie, token } = await begin();
    expect(await site.sessions.verify(cookie)).to.eql({ userId: alice.id, token });
  });

  it('are stored by the hash of their token, with from where they were begun', async () => {
    const { token } = await begin();
    const sessions = (await stored())!;
    expect(Object.keys(sessions)).to.eql([sha256(token)]);
    const now = site.clock.now / 1000;
    expect(sessions[sha256(token)]).to.eql({ expiration: now + 2 * 86_400, ip: '192.0.2.7', ua: 'spec', login: now });
  });

  it('last two days, or fourteen when remembered', async () => {
    for (const [remember, days] of [
      [false, 2],
      [true, 14],
    ] as const) {
      const { cookie, expires } = await begin(remember);
      const start = site.clock.now;
      expect(expires.getTime()).to.equal(start + days * DAY);
      site.clock.now = start + days * DAY;
      expect(await site.sessions.verify(cookie)).to.be.an('object');
      site.clock.now += 1000;
      expect(await site.sessions.verify(cookie)).to.equal('expired');
      site.clock.now = start;
    }
  });

  it('end one by one, or all at once', async () => {
    const [one, two, three] = [await begin(), await begin(), await begin()];
    await site.sessions.destroy(one);
    expect(await site.sessions.verify(one.cookie)).to.equal('bad_session_token');
    expect(await site.sessions.verify(two.cookie)).to.be.an('object');
    await site.sessions.destroyAll(alice.id);
    for (const { cookie } of [two, three]) expect(await site.sessions.verify(cookie)).to.equal('bad_session_token');
    expect(await stored()).to.equal(undefined);
  });

  it('are forgotten when they have expired and another begins', async () => {
    await begin();
    site.clock.now += 3 * DAY;
    const { token } = await begin();
    expect(Object.keys((await stored())!)).to.eql([sha256(token)]);
    site.clock.now -= 3 * DAY;
  });

  it('are all stored when many begin at once', async () => {
    const begun = await Promise.all(Array.from({ length: 10 }, () => begin()));
    for (const { cookie } of begun) expect(await site.sessions.verify(cookie)).to.be.an('object');
  });

  it('end with the password', async () => {
    const bob = await site.addUser('bob');
    const { cookie } = await site.sessions.create(bob.id, { remember: true }, CLIENT);
    await site.users.update(bob.id, { password: 'another one' });
    expect(await site.sessions.verify(cookie)).to.equal('bad_hash');
  });

  it('are not those of a user with the same login on another site', async () => {
    const other = await buildAuthSite();
    const twin = await other.addUser('alice');
    expect(twin.id).to.equal(alice.id);
    const { cookie } = await other.sessions.create(twin.id, { remember: false }, CLIENT);
    expect(await site.sessions.verify(cookie)).to.equal('bad_hash');
    await other.generation.dispose();
  });

  it('have a cookie named for the brand and the address', async () => {
    expect(site.sessions.cookieName).to.match(/^cms_logged_in_[0-9a-f]{32}$/);
    const other = await buildAuthSite({ brand: createBrand('wp') });
    moveSite(other.generation.site, 'https://example.org');
    expect(other.sessions.cookieName).to.match(/^__Host-wp_logged_in_[0-9a-f]{32}$/);
    expect(other.sessions.cookieName.slice(-32)).not.to.equal(site.sessions.cookieName.slice(-32));
    await other.generation.dispose();
  });
});

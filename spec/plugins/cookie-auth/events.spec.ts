import { expect } from 'chai';
import { definePlugin } from '../../../core/index.ts';
import { cookieStatus } from '../../../plugins/cookie-auth/index.ts';
import type { User } from '../../../plugins/users/index.ts';
import { type AuthSite, buildAuthSite } from '../../support/auth-site.ts';

const DAY = 24 * 3600 * 1000;
const fired: string[] = [];

const listener = definePlugin({
  name: 'listener',
  version: '1.0.0',
  description: 'Writes the events of cookies down.',
  setup({ hooks }) {
    for (const event of ['valid', 'malformed', 'expired', 'bad_username', 'bad_hash', 'bad_session_token'] as const) {
      hooks.action(`auth_cookie_${event}`).tap('listener', () => void fired.push(event));
    }
  },
});

describe('the events of a login cookie (5)', () => {
  let site: AuthSite;
  let alice: User;
  let cookie: string;

  before(async () => {
    site = await buildAuthSite({ plugins: [listener] });
    alice = await site.addUser('alice');
  });
  after(() => site.generation.dispose());
  beforeEach(async () => {
    fired.length = 0;
    const client = { ip: '127.0.0.1', userAgent: 'spec' };
    cookie = (await site.sessions.create(alice.id, { remember: false }, client)).cookie;
  });

  /** Sends a cookie, and answers with the recorded status and the nonce-less user. */
  const send = async (value: string | undefined) => {
    const browser = site.browser();
    if (value !== undefined) browser.cookies.set(site.sessions.cookieName, value);
    const answer = await browser.rest('GET', '/spec/v1/me');
    expect(answer.json).to.eql({ id: 0 });
    return cookieStatus(answer.context);
  };

  it('recognise a cookie that is valid', async () => {
    expect(await send(cookie)).to.equal(true);
    expect(fired).to.eql(['valid']);
  });

  it('fire no event without a cookie', async () => {
    expect(await send(undefined)).to.equal(undefined);
    expect(fired).to.eql([]);
  });

  it('recognise a cookie of another form', async () => {
    expect(await send('nonsense')).to.equal('malformed');
    expect(await send('')).to.equal('malformed');
    expect(fired).to.eql(['malformed', 'malformed']);
  });

  it('recognise a cookie that has expired, and one whose date was moved', async () => {
    site.clock.now += 2 * DAY + 1000;
    expect(await send(cookie)).to.equal('expired');
    const [login, expiration, token, signature] = cookie.split('|');
    expect(await send([login, Number(expiration) + 9999, token, signature].join('|'))).to.equal('bad_hash');
    site.clock.now -= 2 * DAY + 1000;
  });

  it('recognise a cookie of an unknown user', async () => {
    expect(await send(cookie.replace('alice', 'nobody'))).to.equal('bad_username');
  });

  it('recognise a cookie that was tampered with, in every part', async () => {
    await site.addUser('mallory');
    const [login, expiration, token, signature] = cookie.split('|');
    const flipped = signature!.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    expect(await send(['mallory', expiration, token, signature].join('|'))).to.equal('bad_hash');
    expect(await send([login, expiration, `${token}x`, signature].join('|'))).to.equal('bad_hash');
    expect(await send([login, expiration, token, flipped].join('|'))).to.equal('bad_hash');
  });

  it('recognise a cookie whose session has ended', async () => {
    await site.sessions.destroyAll(alice.id);
    expect(await send(cookie)).to.equal('bad_session_token');
    expect(fired).to.eql(['bad_session_token']);
  });

  it('recognise a cookie of before another password as not signed', async () => {
    await site.users.update(alice.id, { password: 'another one' });
    expect(await send(cookie)).to.equal('bad_hash');
  });
});

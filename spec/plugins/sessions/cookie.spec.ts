import { expect } from 'chai';
import { readCookie, writeCookie } from '../../../plugins/sessions/cookie.ts';

const PARTS = { login: 'alice', expiration: 1_800_000_000, token: 'abc-_9', signature: 'f'.repeat(64) };

describe('the value of a login cookie', () => {
  it('reads back as it was written, whatever the login holds', () => {
    for (const login of ['alice', 'a|b', 'Zoë Müller', 'x%7Cy', 'a;b=c, "d"', '名前']) {
      const value = writeCookie({ ...PARTS, login });
      expect(value).to.match(/^[\w|%.!~*'()-]+$/);
      expect(readCookie(value)).to.eql({ ...PARTS, login });
    }
  });

  it('is malformed when a part is missing, empty, too many, or of another kind', () => {
    const values = [
      '',
      'alice',
      'alice|1|t',
      `alice|1|t|${'f'.repeat(63)}`,
      `alice|1|t|${'F'.repeat(64)}`,
      `|1|t|${'f'.repeat(64)}`,
      `alice|x|t|${'f'.repeat(64)}`,
      `alice|-1|t|${'f'.repeat(64)}`,
      `alice||t|${'f'.repeat(64)}`,
      `alice|1||${'f'.repeat(64)}`,
      `alice|1|t|${'f'.repeat(64)}|x`,
      `%E0%A4%A|1|t|${'f'.repeat(64)}`,
      `${'a'.repeat(1001)}|1|t|${'f'.repeat(64)}`,
    ];
    for (const value of values) expect(readCookie(value), value).to.equal(null);
  });
});

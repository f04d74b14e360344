import { expect } from 'chai';
import { AVATAR_SIZES, avatarUrls } from '../../../plugins/avatars/gravatar.ts';
import { readFixture } from '../../support/fixtures.ts';

interface Case {
  email: string;
  tls: boolean;
  result: Record<string, string>;
}

describe('avatar addresses (4.7)', () => {
  for (const { email, tls, result } of readFixture('vectors/misc.json').avatarUrls as Case[]) {
    it(`gives the recorded addresses for ${email} ${tls ? 'over TLS' : 'over plain HTTP'}`, () => {
      expect(avatarUrls(email, AVATAR_SIZES, tls)).to.deep.equal(result);
    });
  }

  it('ignores the case of an address and the blanks around it', () => {
    expect(avatarUrls(' Admin@Example.ORG ', [24], true)).to.deep.equal(avatarUrls('admin@example.org', [24], true));
  });
});

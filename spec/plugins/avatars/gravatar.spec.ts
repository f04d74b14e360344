import { expect } from 'chai';
import { avatarUrls } from '../../../plugins/avatars/gravatar.ts';

describe('avatar addresses (4.7)', () => {
  it('ignores the case of an address and the blanks around it', () => {
    expect(avatarUrls(' Admin@Example.ORG ', [24], true)).to.deep.equal(avatarUrls('admin@example.org', [24], true));
  });
});

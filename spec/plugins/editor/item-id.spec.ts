import { expect } from 'chai';
import { itemId } from '../../../plugins/editor/item-id.ts';

describe('the id of an item in a request of the editor', () => {
  it('is one that every database can look for, and none otherwise', () => {
    expect(itemId('12')).to.equal(12);
    for (const text of ['', '0', '-1', '1.5', '1e300', 'Infinity', '0x10', '99999999999999999999', ' 1 ', '\0'])
      expect(itemId(text), text).to.equal(0);
  });
});

import { expect } from 'chai';
import { replaceAddresses } from '../../../plugins/import/contents/addresses.ts';
import { mapNumbers } from '../../../plugins/import/contents/numbers.ts';

describe('attributes of blocks that are nested thousands deep', () => {
  const block = (depth: number, inner: string) =>
    `<!-- wp:image {"mediaId":${'['.repeat(depth)}${inner}${']'.repeat(depth)}} /-->`;

  it('stay as they are, and end no import', () => {
    const numbers = block(20_000, '1');
    expect(mapNumbers(numbers, () => 5)).to.equal(numbers);
    const addresses = block(20_000, '"x"');
    expect(replaceAddresses(addresses, () => 'https://new.example/')).to.equal(addresses);
    expect(mapNumbers(block(3, '1'), () => 5)).to.equal(block(3, '5'));
  });
});

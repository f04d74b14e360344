import { expect } from 'chai';
import passwords, { Passwords } from '../../../plugins/passwords/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';

describe('the cost of password hashes', () => {
  const serviceOf = async (cost: unknown, warned: unknown[] = []) => {
    const ignore = () => undefined;
    const log = { debug: ignore, info: ignore, warn: (...parts: unknown[]) => void warned.push(parts), error: ignore };
    const generation = await buildTestGeneration([passwords], { options: { passwords: { cost } }, log });
    return generation.services.get('spec', Passwords);
  };

  it('is the one of the option', async () => {
    const [eleven, twelve] = [await serviceOf(11), await serviceOf(12)];
    const hash = await eleven.hash('secret');
    expect(hash).to.match(/^\$scrypt\$ln=11,r=8,p=3\$/);
    expect(eleven.needsRehash(hash)).to.equal(false);
    expect(twelve.needsRehash(hash)).to.equal(true);
    expect(await twelve.verify('secret', hash)).to.equal(true);
  });

  it('is refused when a hash would cost next to nothing, or more than what verifies', async () => {
    for (const cost of [9, 19, 12.5, '15']) {
      const refusal = await serviceOf(cost).then(
        () => undefined,
        (error: Error) => error.message,
      );
      expect(refusal, String(cost)).to.include('options.passwords.cost');
    }
    for (const cost of [10, 18]) expect(await serviceOf(cost)).to.have.property('hash');
  });

  it('is warned of when it is fit for tests only', async () => {
    for (const [cost, lines] of [
      [13, 1],
      [14, 0],
    ]) {
      const warned: unknown[] = [];
      await serviceOf(cost, warned);
      expect(warned).to.have.lengthOf(lines!);
    }
  });
});

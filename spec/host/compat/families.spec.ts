import { expect } from 'chai';
import { createBrand } from '../../../core/index.ts';
import { attempting } from '../../../host/compat/attempt.ts';
import { FAMILIES } from '../../../host/compat/families/index.ts';
import { buildFullSite, type FullSite } from '../../support/full-site.ts';

/** The steps of a family that work on a site, of all that there are. */
async function working({ generation }: FullSite, steps: (typeof FAMILIES)[number]['steps']): Promise<string[]> {
  const { body } = await (await attempting(steps, 'admin')(generation))();
  return steps.filter((_, at) => (body as unknown[])[at] === null).map(({ does }) => does);
}

describe('the families of clients', () => {
  let site: FullSite;
  let other: FullSite;
  before(async () => {
    site = await buildFullSite({ site: { brand: createBrand('wp') } });
    other = await buildFullSite({ site: { brand: createBrand('other') } });
  });
  after(async () => {
    await site.close();
    await other.close();
  });

  for (const { name, steps } of FAMILIES) {
    it(`${name}: every step works on a site of the brand wp`, async () => {
      expect(await working(site, steps)).to.deep.equal(steps.map(({ does }) => does));
    });

    it(`${name}: no step works where nothing is at the addresses that are written into clients`, async () => {
      // Commands take whatever address the site names.
      const found = name === 'command-line' ? ['finds the interface'] : [];
      expect(await working(other, steps)).to.deep.equal(found);
    });
  }

  it('have names of their own, and say of each step why it matters', () => {
    expect(new Set(FAMILIES.map(({ name }) => name)).size).to.equal(FAMILIES.length);
    for (const { why } of FAMILIES.flatMap(({ steps }) => steps)) expect(why).not.to.equal('');
  });
});

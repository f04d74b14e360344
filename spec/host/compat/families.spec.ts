import { expect } from 'chai';
import { createBrand } from '../../../core/site/index.ts';
import { attempting } from '../../../host/compat/attempt.ts';
import { FAMILIES } from '../../../host/compat/families/index.ts';
import { buildFullSite, type FullSite } from '../../support/full-site.ts';

/** The working steps of a family on a site. */
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

    it(`${name}: no step works if nothing is served at the addresses that clients use`, async () => {
      // Command lines use the address that the site announces.
      const found = name === 'command-line' ? ['finds the interface'] : [];
      expect(await working(other, steps)).to.deep.equal(found);
    });
  }

  it('have unique names, and say for each step why it matters', () => {
    expect(new Set(FAMILIES.map(({ name }) => name)).size).to.equal(FAMILIES.length);
    for (const { why } of FAMILIES.flatMap(({ steps }) => steps)) expect(why).not.to.equal('');
  });
});

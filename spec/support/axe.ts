import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The parts of axe's report that specs tell of. */
interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly unknown[] }[];
}

const GRAVE: ReadonlySet<string | null> = new Set(['serious', 'critical']);

/** What axe finds wrong in a page that bars people from it, a line each: `expect(await graveBarriers(page)).to.eql([])`. */
export async function graveBarriers(page: Page): Promise<string[]> {
  // As an expression of the debugger, which a page's content security policy does not hold up.
  await page.evaluate(axe.source);
  const violations = await page.evaluate<readonly Violation[]>(
    'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
  );
  return violations
    .filter(({ impact }) => GRAVE.has(impact))
    .flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help}: ${target.join(' ')}`));
}

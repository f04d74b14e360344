import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The parts of axe's report that specs tell of. */
interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly html: string }[];
}

/** A barrier that is not ours, and stays where it is until whoever made it mends it. */
export interface KnownBarrier {
  /** The rule of axe that it breaks. */
  readonly rule: string;
  /** How the element begins, as axe shows it. */
  readonly element: RegExp;
  readonly reason: string;
}

const GRAVE: ReadonlySet<string | null> = new Set(['serious', 'critical']);

/**
 * What axe finds wrong in a page and its frames that bars people from it, a line each:
 * `expect(await graveBarriers(page)).to.eql([])`. Known barriers are left out, and told to `met`.
 */
export async function graveBarriers(
  page: Page,
  known: readonly KnownBarrier[] = [],
  met: (barrier: KnownBarrier) => void = () => undefined,
): Promise<string[]> {
  // As an expression of the debugger, which a page's content security policy does not hold up.
  for (const frame of page.frames()) await frame.evaluate(axe.source);
  const violations = await page.evaluate<readonly Violation[]>(
    'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
  );
  const isKnown = (id: string, html: string) => {
    const barrier = known.find(({ rule, element }) => rule === id && element.test(html));
    if (barrier !== undefined) met(barrier);
    return barrier !== undefined;
  };
  return violations
    .filter(({ impact }) => GRAVE.has(impact))
    .flatMap(({ id, help, nodes }) =>
      nodes.filter(({ html }) => !isKnown(id, html)).map(({ target }) => `${id}: ${help}: ${target.join(' ')}`),
    );
}

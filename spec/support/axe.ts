import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** The parts of axe's report that specs use. */
interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly html: string }[];
}

/** A known barrier in a library, which is accepted until the library removes it. */
export interface KnownBarrier {
  /** The rule of axe that it violates. */
  readonly rule: string;
  /** The beginning of the element's HTML, as axe shows it. */
  readonly element: RegExp;
  readonly reason: string;
}

/** The minified file, as the library itself gives only the one of more than twice its length. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const GRAVE: ReadonlySet<string | null> = new Set(['serious', 'critical']);

/**
 * The serious and critical violations that axe finds in a page and its frames, a line each:
 * `expect(await graveBarriers(page)).to.eql([])`. Known barriers are left out, and passed to `met`.
 */
export async function graveBarriers(
  page: Page,
  known: readonly KnownBarrier[] = [],
  met: (barrier: KnownBarrier) => void = () => undefined,
): Promise<string[]> {
  // Evaluated by the debugger, because a content security policy may forbid scripts.
  for (const frame of page.frames()) if (!(await frame.evaluate('"axe" in globalThis'))) await frame.evaluate(AXE);
  // Style sheets and media are not fetched again: of the rules that need them, one is not run, and the other is not grave.
  const violations = await page.evaluate<readonly Violation[]>(
    'axe.run(document, { resultTypes: ["violations"], preload: false }).then(({ violations }) => violations)',
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

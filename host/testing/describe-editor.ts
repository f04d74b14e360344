import { BlockEditor, type EditorOptions } from './block-editor.ts';
import { MissingForEditor } from './browser.ts';
import type { TestHostOptions, TestPlugin } from './test-host.ts';

/** How long a test in a browser may take, in milliseconds. */
const PATIENCE = 60_000;

interface Test {
  title: string;
}

interface Suite {
  eachTest(change: (test: Test) => void): void;
}

/** What a hook of Mocha has as `this`. */
interface Hook {
  readonly test: { readonly parent: Suite };
  skip(): never;
}

interface Runner {
  describe?: (title: string, body: (this: { timeout(milliseconds: number): void }) => void) => void;
  before?: (work: (this: Hook) => Promise<void>) => void;
  after?: (work: () => Promise<void>) => void;
}

/**
 * Describes plugins in the real block editor: `describeInEditor(hello, (editor) => { it(…) })`. The editor belongs to a site with
 * all plugins that come with the host and these, and an empty draft is open in it. Where something that it needs is not here,
 * the tests are skipped, and their titles say what. Throws if there is no global `describe`, `before` and `after`.
 */
export function describeInEditor(
  given: TestPlugin | readonly TestPlugin[] | TestHostOptions,
  define: (editor: BlockEditor) => void,
  options: EditorOptions = {},
): void {
  const { describe, before, after } = globalThis as Runner;
  if (describe === undefined || before === undefined || after === undefined) {
    throw new Error('describeInEditor needs describe, before and after of Mocha; elsewhere, start a BlockEditor');
  }
  const editor = new BlockEditor(given, options);
  describe('in the block editor', function () {
    this.timeout(PATIENCE);
    before!(async function () {
      try {
        await editor.start();
      } catch (error) {
        if (!(error instanceof MissingForEditor)) throw error;
        this.test.parent.eachTest((test) => {
          test.title += ` (${error.message})`;
        });
        this.skip();
      }
    });
    after!(() => editor.close());
    define(editor);
  });
}

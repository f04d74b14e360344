import { expect } from 'chai';
import { BlockEditor } from '../../../host/testing/block-editor.ts';
import { MissingForEditor, startBrowser } from '../../../host/testing/browser.ts';
import { describeUnless, hindrance } from '../../support/chromium.ts';

/** What starting something fails with. */
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error) => error,
  );

describe('the block editor of the test kit', () => {
  const { CHROME_PATH } = process.env;
  afterEach(() => {
    if (CHROME_PATH === undefined) delete process.env.CHROME_PATH;
    else process.env.CHROME_PATH = CHROME_PATH;
  });

  it('says which program it lacks', async () => {
    process.env.CHROME_PATH = '/none';
    expect(await failure(startBrowser()))
      .to.be.an.instanceOf(MissingForEditor)
      .with.property(
        'message',
        'specs of the block editor need Chromium, and there is no /none; install it, or set CHROME_PATH to its program',
      );
  });

  it('says that it has not been started', () => {
    expect(() => new BlockEditor([]).page).to.throw('the editor has not been started; use it within tests');
  });

  describeUnless(hindrance, 'with a browser', () => {
    it('says that it has not been built', async () => {
      const editor = new BlockEditor({ options: { editor: { folder: '/none' } } }, { as: 'author' });
      const error = await failure(editor.start());
      await editor.close();
      expect(error)
        .to.be.an.instanceOf(MissingForEditor)
        .with.property('message', 'The block editor is not built yet: run "npx tappet editor build".');
    });
  });
});

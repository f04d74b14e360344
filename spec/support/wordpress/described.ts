import { describeUnless } from '../chromium.ts';
import { wordpressHindrance } from './pieces.ts';
import { startWordPress, type WordPressContent, type WordPressSite } from './site.ts';

/** Describes something beside a WordPress that its facts share; if none can run here, a skipped test says why. */
export const describeBesideWordPress = (
  title: string,
  content: WordPressContent,
  define: (wordpress: () => WordPressSite) => void,
): Mocha.Suite =>
  describeUnless(wordpressHindrance, title, () => {
    let site: WordPressSite;
    before(async function () {
      this.timeout(120_000);
      site = await startWordPress(content);
    });
    after(() => site?.close());
    define(() => site);
  });

import { definePlugin } from '../../core/index.ts';
import { cleanUrl, escapeAttribute } from '../../core/text/index.ts';
import { Renderer, renderStages } from '../content-rendering/index.ts';
import { Options } from '../options/index.ts';
import { smiliesHooks } from './hooks.ts';
import { MRGREEN } from './picture.ts';
import { SMILIES, smileyConverter } from './smilies.ts';

const PICTURE = /\.(?:jpe?g|jpe|gif|png|webp|avif|svg)$/i;

/** Smilies in texts become characters or pictures. */
export default definePlugin({
  name: 'smilies',
  version: '0.1.0',
  description: 'Shows smilies in contents, excerpts and comments as characters, unless use_smilies is off.',
  group: 'content',
  cacheable: true,
  requires: { 'content-rendering': '^0.1.0', options: '^0.1.0' },
  capabilities: ['content:read', 'options:read', 'pages'],
  hooks: smiliesHooks,
  setup({ hooks, site, brand, use }) {
    const [options, renderer] = [use(Options), use(Renderer)];
    const folder = `/${brand.prefixed('includes')}/images/smilies/`;

    let made: ((text: string) => string) | undefined;
    const converter = (): ((text: string) => string) => {
      const smilies = hooks.filter('smilies').call(SMILIES);
      return smileyConverter(Object.keys(smilies), (smiley) => {
        const shown = smilies[smiley]!;
        if (!PICTURE.test(shown)) return shown;
        const src = hooks.filter('smilies_src').call(site.home + folder + shown, shown, site.home);
        const [address, name] = [escapeAttribute(cleanUrl(src)), escapeAttribute(smiley)];
        const style = 'height: 1em; max-height: 1em;';
        return `<img src="${address}" alt="${name}" class="${brand.prefixed('smiley')}" style="${style}" />`;
      });
    };

    const isOn = () => Number(options.get('use_smilies', 1)) !== 0;
    let wasOn = isOn();
    /** Drops rendered texts once the option has changed; a change of another process is seen with the next text. */
    const follow = (): void => {
      if (wasOn === isOn()) return;
      wasOn = !wasOn;
      renderer.clear?.();
    };
    const convert = (text: string): string => {
      follow();
      if (!wasOn) return text;
      made ??= converter();
      return made(text);
    };
    const step = { name: 'smilies', stage: renderStages.smilies, pure: true };
    hooks.filter('the_content').tap(step, convert);
    hooks.filter('the_excerpt').tap(step, convert);
    hooks.filter('comment_text').tap(step, convert);
    for (const name of ['added_option', 'updated_option', 'deleted_option'] as const) {
      hooks.action(name).tap('smilies', follow);
    }

    hooks.action('http_routes').tap('smilies', (router) => {
      router.get(`${folder}mrgreen.png`, (http) => {
        http.status = 200;
        http.set('Cache-Control', 'public, max-age=31536000, immutable');
        http.set('X-Content-Type-Options', 'nosniff');
        http.type = 'image/png';
        http.body = MRGREEN;
      });
    });
  },
});

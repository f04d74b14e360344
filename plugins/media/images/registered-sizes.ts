import type { PluginHooks } from '../../../core/index.ts';
import type { Options } from '../../options/index.ts';
import type { ImageSize } from './dimensions.ts';

/** Sizes that settings of the site decide, in the order in which they are made, with what holds without a setting. */
const BY_SETTINGS: Readonly<Record<string, ImageSize>> = {
  medium: { width: 300, height: 300, crop: false },
  large: { width: 1024, height: 1024, crop: false },
  thumbnail: { width: 150, height: 150, crop: true },
  medium_large: { width: 768, height: 0, crop: false },
};

const FIXED: Readonly<Record<string, ImageSize>> = {
  '1536x1536': { width: 1536, height: 1536, crop: false },
  '2048x2048': { width: 2048, height: 2048, crop: false },
};

/** The sizes that images of the site are made in, by name. */
export function registeredSizes(options: Options, hooks: PluginHooks): Map<string, ImageSize> {
  const number = (name: string, fallback: number) => Math.max(0, Math.trunc(Number(options.get(name, fallback))) || 0);
  const set = Object.entries(BY_SETTINGS).map(([name, standard]): [string, ImageSize] => [
    name,
    {
      width: number(`${name}_size_w`, standard.width),
      height: number(`${name}_size_h`, standard.height),
      crop: number(`${name}_crop`, Number(standard.crop)) !== 0,
    },
  ]);
  const all = hooks.filter('image_sizes').call(new Map([...set, ...Object.entries(FIXED)]));
  return new Map([...all].filter(([, { width, height }]) => width > 0 || height > 0));
}

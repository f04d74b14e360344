import { toText } from '../../core/schema/index.ts';
import type { FontSettings } from './settings.ts';

const WEIGHTS: Readonly<Record<string, string>> = { normal: '400', bold: '700' };

const STRETCHES: Readonly<Record<string, string>> = {
  'ultra-condensed': '50%',
  'extra-condensed': '62.5%',
  condensed: '75%',
  'semi-condensed': '87.5%',
  normal: '100%',
  'semi-expanded': '112.5%',
  expanded: '125%',
  'extra-expanded': '150%',
  'ultra-expanded': '200%',
};

/** The name by which faces are compared: two faces that a browser would choose for the same text have the same name. */
export function faceName(settings: FontSettings): string {
  const value = (name: string, standard: string) => toText(settings[name] ?? '').trim() || standard;
  const [weight, stretch] = [value('fontWeight', '400'), value('fontStretch', '100%')];
  return [
    value('fontFamily', '').toLowerCase(),
    value('fontStyle', 'normal').toLowerCase(),
    WEIGHTS[weight.toLowerCase()] ?? weight,
    STRETCHES[stretch.toLowerCase()] ?? stretch,
    value('unicodeRange', 'U+0-10FFFF').toUpperCase(),
  ]
    .map((part) => part.replace(/["']/g, '').replace(/,\s+/g, ','))
    .join(';');
}

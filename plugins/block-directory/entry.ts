import { isMap, member } from '../../core/base/index.ts';
import { cleanUrl, sanitizeTextField, stripAllTags } from '../../core/text/index.ts';
import { foreign } from '../public-web/index.ts';
import { timeAgo } from './time-ago.ts';

/** What stands for the icon of a block that has none. */
const NO_ICON = 'block-default';

/** The most words of a description. */
const MOST_WORDS = 30;

/** The fields of a plugin of the directory that has a block; undefined for one without a block. */
export function entryOf(plugin: unknown, now: number): Readonly<Record<string, unknown>> | undefined {
  const blocks = member(plugin, 'blocks');
  const [block] = isMap(blocks) || Array.isArray(blocks) ? Object.values(blocks) : [];
  const name = foreign.text(block, 'name');
  if (name === '') return undefined;
  const updated = dateOf(foreign.text(plugin, 'last_updated'));
  const icon = member(member(plugin, 'icons'), '1x');
  return {
    name,
    title: foreign.text(block, 'title') || foreign.text(plugin, 'name'),
    description: shortened(foreign.text(plugin, 'short_description') || foreign.text(plugin, 'description')),
    id: foreign.text(plugin, 'slug'),
    rating: foreign.number(plugin, 'rating') / 20,
    rating_count: Math.trunc(foreign.number(plugin, 'num_ratings')),
    active_installs: Math.trunc(foreign.number(plugin, 'active_installs')),
    author_block_rating: foreign.number(plugin, 'author_block_rating') / 20,
    author_block_count: Math.trunc(foreign.number(plugin, 'author_block_count')),
    author: sanitizeTextField(stripAllTags(String(member(plugin, 'author') ?? ''))),
    icon: (typeof icon === 'string' && cleanUrl(icon)) || NO_ICON,
    last_updated: updated === undefined ? '' : new Date(updated).toISOString().slice(0, 19),
    humanized_updated: updated === undefined ? '' : timeAgo(updated, now),
  };
}

function shortened(text: string): string {
  const words = text.split(' ');
  return words.length > MOST_WORDS ? `${words.slice(0, MOST_WORDS).join(' ')}...` : text;
}

/** The time of a date as the directory writes them: `2024-03-01 9:12am GMT`. */
function dateOf(text: string): number | undefined {
  const time = Date.parse(text.replace(/(\d)([ap]m)\b/i, '$1 $2'));
  return Number.isNaN(time) ? undefined : time;
}

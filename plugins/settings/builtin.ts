import * as sanitize from './sanitize.ts';
import type { SettingArgs } from './setting.ts';

const OPEN_OR_CLOSED = { enum: ['open', 'closed'] };

/** The settings that every site has, by option, in the order in which they are shown. */
export const BUILTIN_SETTINGS: Readonly<Record<string, SettingArgs>> = {
  blogname: {
    type: 'string',
    description: 'The name of the site.',
    show_in_rest: { name: 'title' },
    sanitize_callback: sanitize.escapedText,
  },
  blogdescription: {
    type: 'string',
    description: 'What the site is about, in a few words.',
    show_in_rest: { name: 'description' },
    sanitize_callback: sanitize.escapedText,
  },
  siteurl: {
    type: 'string',
    description: 'The address of the site.',
    show_in_rest: { name: 'url', schema: { format: 'uri' } },
    sanitize_callback: sanitize.webAddress,
  },
  admin_email: {
    type: 'string',
    description: 'Where messages to the administrator of the site go.',
    show_in_rest: { name: 'email', schema: { format: 'email' } },
    sanitize_callback: sanitize.emailAddress,
  },
  timezone_string: {
    type: 'string',
    description: 'A city in the time zone of the site.',
    show_in_rest: { name: 'timezone' },
    sanitize_callback: sanitize.zoneName,
  },
  date_format: {
    type: 'string',
    description: 'How dates are written.',
    show_in_rest: true,
    sanitize_callback: sanitize.plainText,
  },
  time_format: {
    type: 'string',
    description: 'How times of the day are written.',
    show_in_rest: true,
    sanitize_callback: sanitize.plainText,
  },
  start_of_week: {
    type: 'integer',
    description: 'The day on which weeks begin; 0 is Sunday.',
    show_in_rest: true,
    sanitize_callback: sanitize.unsignedInteger,
  },
  WPLANG: {
    type: 'string',
    description: 'The language of the site.',
    default: 'en_US',
    show_in_rest: { name: 'language' },
    sanitize_callback: sanitize.language,
  },
  use_smilies: {
    type: 'boolean',
    description: 'Whether emoticons are shown as pictures.',
    default: true,
    show_in_rest: true,
  },
  default_category: {
    type: 'integer',
    description: 'The category of posts that are given none.',
    show_in_rest: true,
    sanitize_callback: sanitize.unsignedInteger,
  },
  default_post_format: {
    type: 'string',
    description: 'The format of posts that are given none.',
    show_in_rest: true,
  },
  posts_per_page: {
    type: 'integer',
    description: 'The most posts that a page of the site shows.',
    default: 10,
    show_in_rest: true,
    sanitize_callback: sanitize.pageSize,
  },
  show_on_front: {
    type: 'string',
    description: 'What the front page shows.',
    show_in_rest: true,
  },
  page_on_front: {
    type: 'integer',
    description: 'The page that is the front page.',
    show_in_rest: true,
    sanitize_callback: sanitize.unsignedInteger,
  },
  page_for_posts: {
    type: 'integer',
    description: 'The page that shows the latest posts.',
    show_in_rest: true,
    sanitize_callback: sanitize.unsignedInteger,
  },
  default_ping_status: {
    type: 'string',
    description: 'Whether other sites may tell new posts that they link to them.',
    show_in_rest: { schema: OPEN_OR_CLOSED },
  },
  default_comment_status: {
    type: 'string',
    description: 'Whether new posts take comments.',
    show_in_rest: { schema: OPEN_OR_CLOSED },
  },
  site_logo: {
    type: 'integer',
    description: 'The picture that is the logo of the site.',
    show_in_rest: true,
  },
  site_icon: {
    type: 'integer',
    description: 'The picture that is the icon of the site.',
    show_in_rest: true,
    sanitize_callback: sanitize.unsignedInteger,
  },
};

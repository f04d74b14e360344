import { deepFreeze } from '../../core/base/index.ts';
import { POST_FORMATS } from '../taxonomies/index.ts';

/** The elements that a theme may write as HTML 5. */
export const HTML5_AREAS = ['search-form', 'comment-form', 'comment-list', 'gallery', 'caption', 'script', 'style'];

/** A theme as it describes itself. Texts may hold a little cleaned markup. */
export interface Theme {
  /** The name of its folder, by which it is chosen. */
  readonly stylesheet: string;
  /** The folder of the theme that it builds on; its own when it builds on none. */
  readonly template: string;
  readonly name: string;
  readonly description: string;
  readonly author: string;
  /** Addresses; empty where there is none. */
  readonly themeUri: string;
  readonly authorUri: string;
  readonly version: string;
  readonly requiresCms: string;
  readonly requiresPhp: string;
  readonly textDomain: string;
  readonly tags: readonly string[];
  /** The file in its folder that is a picture of it; null when there is none. */
  readonly screenshot: string | null;
  /** The features that it supports, with their values: true, or a value that fits the feature's schema. */
  readonly supports: Readonly<Record<string, unknown>>;
  /** The templates that its items may choose. */
  readonly templates: readonly ThemeTemplate[];
  /** Its folder; null for the built-in theme. */
  readonly folder: string | null;
  /** The content of its `theme.json`; empty where there is none. */
  readonly json: Readonly<Record<string, unknown>>;
  /** Whether it is made of templates of blocks. */
  readonly isBlockTheme: boolean;
}

/** A template that items of some content types may choose. */
export interface ThemeTemplate {
  readonly file: string;
  readonly title: string;
  readonly types: readonly string[];
}

/** The theme that is active where no other is. It has no templates, for sites with a front end of their own. */
export const DEFAULT_THEME: Theme = deepFreeze({
  stylesheet: 'default',
  template: 'default',
  name: 'Default',
  description: 'Stands in where a front end of its own shows the site.',
  author: 'Tappet',
  themeUri: '',
  authorUri: '',
  version: '0.1.0',
  requiresCms: '',
  requiresPhp: '',
  textDomain: 'default',
  tags: [],
  screenshot: null,
  supports: {
    'align-wide': true,
    html5: HTML5_AREAS,
    'post-formats': Object.keys(POST_FORMATS).filter((format) => format !== 'standard'),
    'post-thumbnails': true,
    'responsive-embeds': true,
    'title-tag': true,
  },
  templates: [],
  folder: null,
  json: {},
  isBlockTheme: false,
});

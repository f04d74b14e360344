import { asyncFilter, filter, mustBe, type RequestContext } from '../../core/index.ts';
import type { ServedPage } from '../../core/rest/index.ts';
import type { Markup } from '../../core/text/index.ts';
import type { View } from './view.ts';

/** A link that every page shows at its end. */
export interface FrontPageLink {
  readonly href: string;
  readonly text: string;
}

/** The parts of a page's title, in the order in which they are shown. */
export interface TitleParts {
  readonly title?: string;
  readonly page?: string;
  readonly site?: string;
  readonly tagline?: string;
}

/** Writes what a page shows between its header and its footer. */
export type Template = (view: View) => Markup;

/** The parts of a page that may be replaced one by one. */
export type PartName =
  | 'header'
  | 'footer'
  | 'summary'
  | 'entry'
  | 'entry-meta'
  | 'comments'
  | 'comment'
  | 'comment-form'
  | 'password-form'
  | 'search-form'
  | 'page-links'
  | 'pagination'
  | 'post-navigation'
  | 'sidebar';

/** The answer that is sent in place of a page. */
export interface PageAnswer {
  /** 200 when left out. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly type?: string;
  readonly body: string;
}

const isAnswer = (value: unknown): boolean =>
  typeof value === 'object' && typeof (value as PageAnswer).body === 'string';

/** The hooks that the plugin fires. */
export const themeHooks = {
  front_page_links: asyncFilter<[links: readonly FrontPageLink[], page: ServedPage]>({
    params: ['links', 'page'],
    inner: false,
    requiredPermissions: 'pages',
    meaning: 'Adjusts the links that every page shows at its end.',
  }),
  template_redirect: asyncFilter<[answer: PageAnswer | null, view: View, context: RequestContext]>({
    params: ['answer', 'view', 'context'],
    inner: false,
    requiredPermissions: 'pages',
    decides: true,
    meaning:
      'Answers in place of the page that an address shows, once it is known what that is; null leaves it to the theme.',
    value: mustBe('an answer with a body or null', (value) => value === null || isAnswer(value)),
  }),
  redirect_canonical: filter<[address: string, requested: string]>({
    params: ['redirect_url', 'requested_url'],
    inner: false,
    requiredPermissions: 'pages',
    meaning: 'Adjusts the address that a page is redirected to; empty to show the page without a redirect.',
  }),
  template_include: filter<[template: Template, view: View]>({
    params: ['template', 'view'],
    inner: false,
    requiredPermissions: 'pages',
    meaning: 'Replaces the template that writes a page between its header and its footer.',
  }),
  theme_part: filter<[markup: Markup, part: PartName, view: View]>({
    params: ['markup', 'part', 'view'],
    inner: false,
    requiredPermissions: 'pages',
    meaning: 'Replaces a part of a page, or puts something around it.',
  }),
  document_title_parts: filter<[parts: TitleParts, view: View]>({
    params: ['title', 'view'],
    inner: false,
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the parts of a page’s title.',
  }),
  body_class: filter<[classes: readonly string[], view: View]>({
    params: ['classes', 'view'],
    inner: false,
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the classes of a page’s body, which style sheets refer to.',
  }),
  cms_footer: filter<[markup: string, page: ServedPage]>({
    params: ['markup', 'page'],
    inner: false,
    requiredPermissions: 'pages',
    meaning: 'Adds markup to the end of a served page.',
  }),
};

type ThemeHooks = typeof themeHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends ThemeHooks {}
}

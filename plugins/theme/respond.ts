import type { HttpContext, RequestContext } from '../../core/index.ts';
import { type PageView, pageContextOf, type ServedPage } from '../../core/rest/index.ts';
import type { Markup } from '../../core/text/index.ts';
import type { PageRequest } from './addresses/page-request.ts';
import { AddressReader } from './addresses/read-address.ts';
import { canonicalAddress } from './canonical.ts';
import type { ThemeDependencies } from './dependencies.ts';
import type { Template } from './hooks.ts';
import { type ViewQuery, ViewReader } from './reading/views.ts';
import { securityHeaders, sendPage } from './send-page.ts';
import { writeDocument } from './templates/document.ts';
import { listTemplate } from './templates/list.ts';
import { notFoundTemplate } from './templates/not-found.ts';
import { pageOf } from './templates/parts.ts';
import { singleTemplate } from './templates/single.ts';
import type { View } from './view.ts';
import { recogniseVisitor } from './visitor.ts';

/** Answers requests for the site's pages. */
export class Pages {
  readonly dependencies: ThemeDependencies;
  readonly addresses: AddressReader;
  readonly views: ViewReader;

  constructor(dependencies: ThemeDependencies) {
    this.dependencies = dependencies;
    this.addresses = new AddressReader(dependencies);
    this.views = new ViewReader(dependencies);
  }

  /** Answers a request by its address. */
  async show(
    http: HttpContext,
    pageRequest = this.addresses.read(http.path, http.querystring) ?? NOWHERE,
  ): Promise<void> {
    const context = pageContextOf(http);
    await recogniseVisitor(context, this.dependencies);
    const view = await this.views.read(pageRequest, context, pageRequest.feed === undefined ? {} : this.#feedQuery());
    await this.#send(http, withNotice(view), context);
  }

  /** Answers with the page of one item after a form of the page was sent. */
  async showItem(http: HttpContext, id: number, context: RequestContext, more: Partial<View>): Promise<void> {
    const pageRequest: PageRequest = { ...NOWHERE, targets: [{ kind: 'item', id }], path: http.path };
    const view = await this.views.read(pageRequest, context);
    await this.#send(http, view.status === 200 ? { ...view, ...more } : view, context);
  }

  async #send(http: HttpContext, view: View, context: RequestContext): Promise<void> {
    const { hooks } = this.dependencies;
    const page: ServedPage = {
      url: view.link || `${this.dependencies.site.home}${http.path}`,
      context,
      view: shown(view),
    };
    const canonical = canonicalAddress(view, http, this.addresses.rules, this.dependencies);
    if (canonical !== undefined) {
      return sendPage(http, { status: 301, headers: { Location: canonical }, body: '' }, page, this.dependencies);
    }
    const instead = await hooks.filter('template_redirect').promise(null, view, context);
    if (instead !== null) return sendPage(http, instead, page, this.dependencies);
    if (view.pageRequest.feed !== undefined && view.status === 200) return this.show(http, NOWHERE);
    const links = await hooks.filter('front_page_links').promise([], page);
    const headers = hooks.filter('cms_headers').call(securityHeaders, page);
    const head = await hooks.filter('cms_head').promise('', page);
    const footer = hooks.filter('cms_footer').call('', page);
    const body = writeDocument(pageOf(view, this.dependencies), this.#contentOf(view), { head, footer, links });
    const whole = view.isPreview ? { ...headers, 'Cache-Control': 'private, no-store' } : headers;
    sendPage(http, { status: view.status, headers: whole, body }, page, this.dependencies);
  }

  /** The view that feeds are written from, for the plugin that writes them. */
  #feedQuery(): ViewQuery {
    const perPage = Number(this.dependencies.options?.get('posts_per_rss', '10') ?? 10) || 10;
    return { perPage, itemsAlone: true, fields: FEED_FIELDS };
  }

  #contentOf(view: View): Markup {
    const standard: Template = (shown) => {
      const page = pageOf(shown, this.dependencies);
      if (shown.status === 404) return notFoundTemplate(page);
      return shown.item === undefined ? listTemplate(page) : singleTemplate(page);
    };
    return this.dependencies.hooks.filter('template_include').call(standard, view)(view);
  }
}

const FEED_FIELDS =
  'id,type,link,guid,date,date_gmt,modified_gmt,title,excerpt,content,comment_status,_links,_embedded';

/** The request of an address that cannot be read. */
const NOWHERE: PageRequest = {
  targets: [],
  page: 1,
  commentsPage: 1,
  feed: undefined,
  commentsFeed: false,
  preview: false,
  path: '/',
  query: new URLSearchParams(),
};

/** What taps of pages are told of a view; a page that is not found has no route. */
const shown = ({ kind, status, title, description, link, route, item, items, page, totalPages }: View): PageView => ({
  kind,
  status,
  title,
  description: description || (item?.excerpt?.rendered ?? ''),
  link,
  route: status === 200 ? route : '',
  item,
  items,
  page,
  totalPages,
});

/** The notice for a visitor whose comment waits for approval. */
const withNotice = (view: View): View =>
  view.pageRequest.query.get('comment') === 'held'
    ? { ...view, notice: 'Thank you. Your comment waits for approval.' }
    : view;

import {
  type HttpContext,
  type Markup,
  pageContextOf,
  type RequestContext,
  type ServedPage,
} from '../../core/index.ts';
import type { Asked } from './addresses/asked.ts';
import { AddressReader } from './addresses/read-address.ts';
import { canonicalAddress } from './canonical.ts';
import type { Template } from './hooks.ts';
import type { ThemeKit } from './kit.ts';
import { type ReadingWish, ViewReader } from './reading/views.ts';
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
  readonly kit: ThemeKit;
  readonly addresses: AddressReader;
  readonly views: ViewReader;
  /** The route of the interface that shows what is being written; read by a tap while headers and head are made. */
  route = '';

  constructor(kit: ThemeKit) {
    this.kit = kit;
    this.addresses = new AddressReader(kit);
    this.views = new ViewReader(kit);
  }

  /** Answers a request by its address. */
  async show(http: HttpContext, asked = this.addresses.read(http.path, http.querystring) ?? NOWHERE): Promise<void> {
    const context = pageContextOf(http);
    await recogniseVisitor(context, this.kit);
    const view = await this.views.read(asked, context, asked.feed === undefined ? {} : this.#feedWish());
    await this.#send(http, withNotice(view), context);
  }

  /** Answers with the page of one item, after something was sent to it. */
  async showItem(http: HttpContext, id: number, context: RequestContext, more: Partial<View>): Promise<void> {
    const asked: Asked = { ...NOWHERE, targets: [{ kind: 'item', id }], path: http.path };
    const view = await this.views.read(asked, context);
    await this.#send(http, view.status === 200 ? { ...view, ...more } : view, context);
  }

  async #send(http: HttpContext, view: View, context: RequestContext): Promise<void> {
    const { hooks } = this.kit;
    const page: ServedPage = { url: view.link || `${this.kit.site.home}${http.path}`, context };
    const canonical = canonicalAddress(view, http, this.addresses.rules, this.kit);
    if (canonical !== undefined) {
      return sendPage(http, { status: 301, headers: { Location: canonical }, body: '' }, page, this.kit);
    }
    const instead = await hooks.filter('template_redirect').promise(null, view, context);
    if (instead !== null) return sendPage(http, instead, page, this.kit);
    if (view.asked.feed !== undefined && view.status === 200) return this.show(http, NOWHERE);
    const links = await hooks.filter('front_page_links').promise([], page);
    this.route = view.status === 200 ? view.route : '';
    const headers = hooks.filter('cms_headers').call(securityHeaders, page);
    const head = hooks.filter('cms_head').call('', page);
    this.route = '';
    const footer = hooks.filter('cms_footer').call('', page);
    const body = writeDocument(pageOf(view, this.kit), this.#contentOf(view), { head, footer, links });
    const whole = view.isPreview ? { ...headers, 'Cache-Control': 'private, no-store' } : headers;
    sendPage(http, { status: view.status, headers: whole, body }, page, this.kit);
  }

  /** What feeds are written of, whoever writes them. */
  #feedWish(): ReadingWish {
    const perPage = Number(this.kit.options?.get('posts_per_rss', '10') ?? 10) || 10;
    return { perPage, itemsAlone: true, fields: FEED_FIELDS };
  }

  #contentOf(view: View): Markup {
    const standard: Template = (shown) => {
      const page = pageOf(shown, this.kit);
      if (shown.status === 404) return notFoundTemplate(page);
      return shown.item === undefined ? listTemplate(page) : singleTemplate(page);
    };
    return this.kit.hooks.filter('template_include').call(standard, view)(view);
  }
}

const FEED_FIELDS =
  'id,type,link,guid,date,date_gmt,modified_gmt,title,excerpt,content,comment_status,_links,_embedded';

/** What an address asks for that cannot be read. */
const NOWHERE: Asked = {
  targets: [],
  page: 1,
  commentsPage: 1,
  feed: undefined,
  commentsFeed: false,
  preview: false,
  path: '/',
  query: new URLSearchParams(),
};

/** What is said to a visitor whose comment waits for approval. */
const withNotice = (view: View): View =>
  view.asked.query.get('comment') === 'held'
    ? { ...view, notice: 'Thank you. Your comment waits for approval.' }
    : view;

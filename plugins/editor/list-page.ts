import { createHash } from 'node:crypto';
import { addQueryArgs, type HttpContext } from '../../core/index.ts';
import { html, Markup } from '../../core/text/index.ts';
import type { ContentType } from '../content-types/index.ts';
import { queryText } from '../sessions/index.ts';
import type { EditorDependencies } from './dependencies.ts';
import { typeFor, typesFor } from './item-types.ts';
import { type List, type ListedItem, listItems } from './list-items.ts';
import { type ListQuery, listUrl, readListQuery, STATUSES } from './list-query.ts';
import { LIST_STYLE } from './list-style.ts';
import { sendPage } from './page.ts';
import { sendRefusal } from './refusal.ts';
import type { Visitor } from './visitor.ts';

const POLICY = {
  'style-src': `'sha256-${createHash('sha256').update(LIST_STYLE).digest('base64')}'`,
};

/** Lists the items of a type that the visitor may edit. */
export async function showList(
  http: HttpContext,
  visitor: Visitor,
  dependencies: Pick<EditorDependencies, 'brand' | 'locks' | 'options' | 'preloader' | 'site' | 'types'>,
): Promise<void> {
  const { user } = visitor.context;
  const types = typesFor(user, dependencies.types);
  const asked = queryText(http, 'type') || queryText(http, 'post_type');
  const type = asked === '' ? types[0] : typeFor(asked, user, dependencies.types);
  if (type === undefined) return sendRefusal(http, 'There is nothing here that you may edit.', dependencies, 403);
  const query = readListQuery(http);
  const list = await listItems(type, query, visitor, dependencies);
  const siteName = String(dependencies.options.get('blogname', ''));
  const { home } = dependencies.site;
  sendPage(http, {
    title: `${type.labels.name} – ${siteName}`,
    policy: POLICY,
    head: html`<style>${new Markup(LIST_STYLE)}</style>`,
    body: html`<body>
<header><p><a href="${home}/">${siteName}</a></p>
<nav aria-label="Kinds of items"><ul>${types.map((one) => linkTo(listUrl(home, one, FIRST), one.labels.name, one === type))}</ul></nav>
<p><a href="${home}/logout">Log out</a></p></header>
<main><div class="title"><h1>${type.labels.name}</h1>${addButton(type, visitor, home)}</div>
<nav aria-label="Statuses"><ul>${Object.entries(STATUSES).map(([status, name]) => linkTo(listUrl(home, type, { ...FIRST, status }), name, status === query.status))}</ul></nav>
${searchForm(type, query, home)}
${list.items.length === 0 ? html`<p role="status">${type.labels.not_found}</p>` : table(list, type, home)}
${pages(list, type, query, home)}</main></body>`,
  });
}

const FIRST: ListQuery = { status: 'any', search: '', page: 1 };

const linkTo = (href: string, text: string, isCurrent: boolean): Markup =>
  html`<li><a href="${href}"${isCurrent && new Markup(' aria-current="page"')}>${text}</a></li>`;

const addButton = (type: ContentType, { context }: Visitor, home: string): Markup | undefined =>
  context.user.can(type.cap.create_posts!)
    ? html`<form method="post" action="${home}/editor"><input type="hidden" name="type" value="${type.name}">
<button>${type.labels.add_new_item}</button></form>`
    : undefined;

const searchForm = (type: ContentType, { status, search }: ListQuery, home: string): Markup =>
  html`<form role="search" action="${home}/editor"><input type="hidden" name="type" value="${type.name}">
${status !== 'any' && html`<input type="hidden" name="status" value="${status}">`}
<label for="s">${type.labels.search_items}</label>
<input id="s" name="s" type="search" value="${search}"><button>Search</button></form>`;

const table = ({ items, holders }: List, type: ContentType, home: string): Markup =>
  html`<table><caption>${type.labels.items_list}</caption>
<thead><tr><th scope="col">Title</th><th scope="col">Author</th><th scope="col">Status</th><th scope="col">Date</th></tr></thead>
<tbody>${items.map((item) => row(item, holders.get(item.id), home))}</tbody></table>`;

function row(item: ListedItem, holder: string | undefined, home: string): Markup {
  const title = item.title.raw.trim() || '(without a title)';
  const isTrashed = item.status === 'trash';
  return html`<tr><th scope="row">${
    isTrashed ? title : html`<a href="${addQueryArgs(`${home}/editor`, { post: item.id })}">${title}</a>`
  }${item.status === 'publish' && html` <a class="view" href="${item.link}">View<span class="hidden"> ${title}</span></a>`}${
    isTrashed &&
    html`<form method="post" action="${home}/editor"><input type="hidden" name="restore" value="${item.id}">
<button>Restore<span class="hidden"> ${title}</span></button></form>`
  }${holder !== undefined && html`<p class="lock">${holder || 'Someone else'} is currently editing</p>`}</th>
<td>${item._embedded?.author?.[0]?.name ?? ''}</td><td>${NAMES[item.status] ?? item.status}</td>
<td><time datetime="${item.date}">${item.date.replace('T', ' ').slice(0, 16)}</time></td></tr>`;
}

/** What one item of a status is called. */
const NAMES: Readonly<Record<string, string>> = { ...STATUSES, draft: 'Draft', trash: 'In the trash' };

function pages({ pages: last, total }: List, type: ContentType, query: ListQuery, home: string): Markup | undefined {
  if (last < 2) return undefined;
  const to = (page: number, text: string) => linkTo(listUrl(home, type, { ...query, page }), text, false);
  return html`<nav aria-label="${type.labels.items_list_navigation}"><ul>
${query.page > 1 && to(query.page - 1, 'Previous page')}
<li>Page ${query.page} of ${last}, ${total} in all</li>
${query.page < last && to(query.page + 1, 'Next page')}</ul></nav>`;
}

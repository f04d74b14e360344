import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { paragraph, RARE, words } from './texts.ts';

/** How much of everything a site has that was used for years, by the number of its posts. */
const PAGES = 0.05;
const FILES = 0.5;
const COMMENTS = 1.4;
const AUTHORS = 50;
const CATEGORIES = 200;
const TAGS = 5_000;
/** The number of posts that contain the rare word. */
const RARE_POSTS = 10;
const FROM = Date.UTC(2008, 0, 1);
const TO = Date.UTC(2026, 0, 1);
/** The date that half of the posts lie before. */
export const MIDDLE = new Date((FROM + TO) / 2).toISOString().slice(0, 19);

const stored = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
const cdata = (text: string) => `<![CDATA[${text}]]>`;

/** A number below a limit, the same for the same place in the file, small ones more often than large ones. */
function skewed(at: number, limit: number): number {
  const scattered = ((at * 2_654_435_761) % 2 ** 32) / 2 ** 32;
  return Math.floor(scattered ** 3 * limit);
}

const authors = Array.from(
  { length: AUTHORS },
  (
    _,
    at,
  ) => `<wp:author><wp:author_id>${at + 2}</wp:author_id><wp:author_login>${cdata(`writer${at}`)}</wp:author_login>
<wp:author_email>${cdata(`writer${at}@example.org`)}</wp:author_email>
<wp:author_display_name>${cdata(`Writer ${at}`)}</wp:author_display_name></wp:author>\n`,
).join('');

const category = (at: number) => `<wp:category><wp:category_nicename>${cdata(`topic-${at}`)}</wp:category_nicename>
<wp:category_parent>${cdata(at % 5 === 0 ? '' : `topic-${at - (at % 5)}`)}</wp:category_parent>
<wp:cat_name>${cdata(`Topic ${at}`)}</wp:cat_name></wp:category>\n`;

const tag = (at: number) =>
  `<wp:tag><wp:tag_slug>${cdata(`mark-${at}`)}</wp:tag_slug><wp:tag_name>${cdata(`Mark ${at}`)}</wp:tag_name></wp:tag>\n`;

const used = (taxonomy: string, slug: string, name: string) =>
  `<category domain="${taxonomy}" nicename="${slug}">${cdata(name)}</category>\n`;

const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>\n`;

const comment = (id: number, date: string, at: number) => `<wp:comment><wp:comment_id>${id}</wp:comment_id>
<wp:comment_author>${cdata(`Visitor ${skewed(at, 9_000)}`)}</wp:comment_author>
<wp:comment_author_email>${cdata(`v${skewed(at, 9_000)}@example.org`)}</wp:comment_author_email>
<wp:comment_date>${date}</wp:comment_date><wp:comment_date_gmt>${date}</wp:comment_date_gmt>
<wp:comment_content>${cdata(words(20, at))}</wp:comment_content>
<wp:comment_approved>${cdata(at % 20 === 7 ? '0' : '1')}</wp:comment_approved></wp:comment>\n`;

interface Item {
  readonly id: number;
  readonly type: 'post' | 'page' | 'attachment';
  readonly status: string;
  readonly title: string;
  readonly slug: string;
  readonly date: string;
  readonly author: number;
  readonly content: string;
  readonly excerpt?: string;
  readonly parent?: number;
  readonly more?: string;
}

const item = ({
  id,
  type,
  status,
  title,
  slug,
  date,
  author,
  content,
  excerpt = '',
  parent = 0,
  more = '',
}: Item) => `<item>
<title>${cdata(title)}</title><guid isPermaLink="false">http://old.example/?p=${id}</guid>
<dc:creator>${cdata(`writer${author}`)}</dc:creator><description></description>
<content:encoded>${cdata(content)}</content:encoded><excerpt:encoded>${cdata(excerpt)}</excerpt:encoded>
<wp:post_id>${id}</wp:post_id><wp:post_date>${date}</wp:post_date><wp:post_date_gmt>${date}</wp:post_date_gmt>
<wp:post_modified>${date}</wp:post_modified><wp:post_modified_gmt>${date}</wp:post_modified_gmt>
<wp:comment_status>open</wp:comment_status><wp:ping_status>open</wp:ping_status>
<wp:post_name>${cdata(slug)}</wp:post_name><wp:status>${status}</wp:status><wp:post_parent>${parent}</wp:post_parent>
<wp:menu_order>${type === 'page' ? id % 30 : 0}</wp:menu_order><wp:post_type>${type}</wp:post_type>
<wp:post_password></wp:post_password><wp:is_sticky>0</wp:is_sticky>
${type === 'attachment' ? `<wp:attachment_url>http://old.example/files/${slug}.jpg</wp:attachment_url>\n` : ''}${more}</item>\n`;

function post(at: number, posts: number, date: string): Item {
  const isRare = at % Math.ceil(posts / RARE_POSTS) === 3;
  const texts = [0, 1, 2, 3].map((part) => words(55, at * 3 + part));
  const topic = skewed(at, CATEGORIES);
  const marks = new Set([1, 2, 3].map((more) => skewed(at * 5 + more, TAGS)));
  const count = at % 10 === 0 ? COMMENTS * 10 : 0;
  const comments = Array.from({ length: count }, (_, more) => comment(at * 2 + more + 1, date, at + more));
  return {
    id: at + 1,
    type: 'post',
    status: at % 50 === 9 ? 'draft' : at % 200 === 11 ? 'private' : 'publish',
    title: `Post ${at} ${words(4, at)}`,
    slug: `post-${at}`,
    date,
    author: skewed(at + 1, AUTHORS),
    content: [`Number ${at}${isRare ? ` ${RARE}` : ''}.`, ...texts].map(paragraph).join('\n\n'),
    excerpt: words(25, at),
    more: [
      used('category', `topic-${topic}`, `Topic ${topic}`),
      ...[...marks].map((mark) => used('post_tag', `mark-${mark}`, `Mark ${mark}`)),
      meta('colour', words(1, at)),
      meta('_edit_last', '2'),
      ...comments,
    ].join(''),
  };
}

/** The export of a site that was used for years, with a number of posts, and pages, files and comments beside them. */
function* parts(posts: number): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
 xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Lived in</title><link>http://old.example</link>
<wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>http://old.example</wp:base_site_url>
<wp:base_blog_url>http://old.example</wp:base_blog_url>\n${authors}`;
  for (let at = 0; at < CATEGORIES; at++) yield category(at);
  for (let at = 0; at < TAGS; at++) yield tag(at);
  const dateOf = (at: number) => stored(FROM + Math.floor(((TO - FROM) / posts) * at));
  const pages = Math.ceil(posts * PAGES);
  for (let at = 0; at < posts; at++) {
    yield item(post(at, posts, dateOf(at)));
    if (at < posts * FILES) {
      const [date, id] = [dateOf(at), posts + pages + at + 1];
      const file = { id, type: 'attachment', status: 'inherit', title: `File ${at}`, slug: `file-${at}` } as const;
      const more = meta('_attached_file', `files/file-${at}.jpg`);
      yield item({ ...file, date, author: skewed(at, AUTHORS), content: '', parent: at + 1, more });
    }
    if (at < pages) {
      const page = {
        id: posts + at + 1,
        type: 'page',
        status: 'publish',
        title: `Page ${at}`,
        slug: `page-${at}`,
      } as const;
      const parent = at % 10 === 0 ? 0 : posts + at - (at % 10) + 1;
      yield item({ ...page, date: dateOf(at), author: 0, content: paragraph(words(55, at)), parent });
    }
  }
  yield '</channel></rss>\n';
}

/** Writes the export file of a site with a number of posts, as `tappet import` reads it. */
export const writeExportFile = (path: string, posts: number): Promise<void> =>
  pipeline(Readable.from(parts(posts)), createWriteStream(path));

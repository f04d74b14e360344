import type { CommandContext } from '../../core/index.ts';
import { writeAuthors } from './authors.ts';
import type { ExportDependencies } from './dependencies.ts';
import { chosenPosts, type ExportFilter } from './filter.ts';
import { ItemWriter } from './items.ts';
import type { Write } from './output.ts';
import { writeTerms } from './terms.ts';
import { XmlText } from './xml.ts';

/** The numbers of an export. */
export interface ExportReport {
  readonly items: number;
  /** Revisions of these items. */
  readonly revisions: number;
  /** Characters that were left out because XML cannot hold them. */
  readonly dropped: number;
}

const NAMESPACES = Object.entries({
  excerpt: 'http://wordpress.org/export/1.2/excerpt/',
  content: 'http://purl.org/rss/1.0/modules/content/',
  wfw: 'http://wellformedweb.org/CommentAPI/',
  dc: 'http://purl.org/dc/elements/1.1/',
  wp: 'http://wordpress.org/export/1.2/',
});

/** Writes the chosen items, and all terms, as WXR 1.2. `progress` is called every half second, with a rate and a remaining time. */
export async function exportWxr(
  filter: ExportFilter,
  dependencies: ExportDependencies,
  write: Write,
  track: CommandContext['track'],
): Promise<ExportReport> {
  const xml = new XmlText();
  await write(head(dependencies, xml));
  const logins = await writeAuthors(dependencies, filter, xml, write);
  await writeTerms(dependencies, xml, write);
  const { total } = await chosenPosts(dependencies.database, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const show = track(Number(total), 'written');
  let items = 0;
  const writer = new ItemWriter(dependencies, xml, write, logins);
  for await (items of writer.writeAll(filter)) show(items, items);
  await write('</channel>\n</rss>\n');
  return { items, revisions: writer.revisions, dropped: xml.dropped };
}

function head({ options, home }: Pick<ExportDependencies, 'home' | 'options'>, xml: XmlText): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<rss version="2.0"${NAMESPACES.map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`).join('')}>`,
    '<channel>',
    xml.element('title', String(options.get<unknown>('blogname', ''))),
    `<link>${xml.escaped(home)}</link>`,
    xml.element('description', String(options.get<unknown>('blogdescription', ''))),
    `<pubDate>${new Date().toUTCString()}</pubDate>`,
    '<wp:wxr_version>1.2</wp:wxr_version>',
    `<wp:base_site_url>${xml.escaped(home)}</wp:base_site_url>`,
    `<wp:base_blog_url>${xml.escaped(home)}</wp:base_blog_url>`,
    '',
  ].join('\n');
}

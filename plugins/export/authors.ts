import type { User } from '../users/index.ts';
import type { ExportDependencies } from './dependencies.ts';
import { chosenPosts, type ExportFilter } from './filter.ts';
import type { Write } from './output.ts';
import { revisionsOf } from './revisions.ts';
import type { XmlText } from './xml.ts';

/** How many users are read at once. */
const BATCH = 200;

/** Writes the authors of the chosen items and their comments, by id; answers with their logins. */
export async function writeAuthors(
  dependencies: Pick<ExportDependencies, 'database' | 'users'>,
  filter: ExportFilter,
  xml: XmlText,
  write: Write,
): Promise<Map<number, string>> {
  const ids = await authorIds(dependencies, filter);
  const logins = new Map<number, string>();
  for (let at = 0; at < ids.length; at += BATCH) {
    const users = await dependencies.users.byIds(ids.slice(at, at + BATCH));
    for (const user of [...users.values()].sort((a, b) => a.id - b.id)) {
      logins.set(user.id, user.login);
      await write(authorElement(user, xml));
    }
  }
  return logins;
}

async function authorIds({ database }: Pick<ExportDependencies, 'database'>, filter: ExportFilter): Promise<number[]> {
  const ids = new Set<number>();
  const writers = await chosenPosts(database, filter).select('posts.post_author as id').distinct().execute();
  for (const { id } of writers) ids.add(Number(id));
  if (filter.revisions) {
    const revisers = await revisionsOf(database, chosenPosts(database, filter).select('posts.ID'))
      .select('post_author as id')
      .distinct()
      .execute();
    for (const { id } of revisers) ids.add(Number(id));
  }
  if (filter.comments) {
    const commenters = await database.db
      .selectFrom('comments')
      .select('user_id as id')
      .distinct()
      .where('user_id', '>', 0)
      .where('comment_post_ID', 'in', chosenPosts(database, filter).select('posts.ID'))
      .execute();
    for (const { id } of commenters) ids.add(Number(id));
  }
  return [...ids].filter((id) => id > 0).sort((a, b) => a - b);
}

const authorElement = (user: User, xml: XmlText): string =>
  [
    `<wp:author><wp:author_id>${user.id}</wp:author_id>`,
    xml.element('wp:author_login', user.login),
    xml.element('wp:author_email', user.email),
    xml.element('wp:author_display_name', user.displayName),
    xml.element('wp:author_first_name', user.firstName),
    xml.element('wp:author_last_name', user.lastName),
    '</wp:author>\n',
  ].join('');

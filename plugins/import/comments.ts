import type { CommentInput, CommentStore } from '../comments/index.ts';
import type { MetaStore } from '../meta/index.ts';
import type { Authors } from './authors.ts';
import { mayHaveAddresses, type NamedAddress } from './contents/addresses.ts';
import { ALL } from './contents/rewrite.ts';
import type { ImportMapping } from './mapping.ts';
import type { WxrComment } from './records.ts';

/** The services that importing comments needs. */
export interface CommentDependencies {
  readonly comments: CommentStore;
  readonly meta: MetaStore;
  readonly mapping: ImportMapping;
  readonly authors: Authors;
  /** The address of the source; undefined where that is not known. */
  readonly base: NamedAddress | undefined;
}

/** How many comments are stored at once. */
const COMMENTS = 200;

/** Imports comments on items. Answers to a comment that comes later are left to be completed at the end. */
export class ImportedComments {
  readonly #dependencies: CommentDependencies;
  created = 0;

  constructor(dependencies: CommentDependencies) {
    this.#dependencies = dependencies;
  }

  /** Imports the new comments on items of the source, by item; comments on an unknown item are left out. */
  async addAll(byItem: ReadonlyMap<number, readonly WxrComment[]>): Promise<void> {
    const { mapping } = this.#dependencies;
    const all = [...byItem.values()].flat();
    await mapping.prefetch('post', byItem.keys());
    await mapping.prefetch(
      'comment',
      all.flatMap(({ id, parent }) => [id, parent]),
    );
    for (const [original, comments] of byItem) {
      const post = await mapping.find('post', original);
      if (post === 0) continue;
      const fresh: WxrComment[] = [];
      for (const comment of comments) if ((await mapping.find('comment', comment.id)) === 0) fresh.push(comment);
      await this.addTo(post, fresh);
    }
  }

  /** Imports comments on one item, as many at a time as do not answer each other. */
  async addTo(post: number, comments: readonly WxrComment[]): Promise<void> {
    let part: WxrComment[] = [];
    const originals = new Set<number>();
    for (const comment of comments) {
      if (originals.has(comment.parent) || part.length === COMMENTS) {
        await this.#insertComments(post, part);
        part = [];
        originals.clear();
      }
      part.push(comment);
      originals.add(comment.id);
    }
    if (part.length > 0) await this.#insertComments(post, part);
  }

  async #insertComments(post: number, part: readonly WxrComment[]): Promise<void> {
    const { authors, base, comments, mapping, meta } = this.#dependencies;
    const inputs: CommentInput[] = [];
    for (const comment of part) {
      inputs.push({
        post,
        parent: comment.parent === 0 ? 0 : await mapping.find('comment', comment.parent),
        author: authors.byNumber(comment.userId),
        authorName: comment.author,
        authorEmail: comment.authorEmail,
        authorUrl: comment.authorUrl,
        authorIp: comment.authorIp,
        date: comment.date,
        dateGmt: comment.dateGmt,
        content: comment.content,
        approved: comment.approved,
        type: comment.type,
        importId: comment.id,
      });
    }
    const stored = await comments.insertAll(inputs);
    for (const [at, { id }] of stored.entries()) {
      const comment = part[at]!;
      mapping.remember('comment', comment.id, id);
      // What it answers is still to come.
      if (inputs[at]!.parent === 0 && comment.parent !== 0)
        mapping.wait('comment', 'parent', { id, original: String(comment.parent) });
      if (mayHaveAddresses(comment.content, base)) mapping.wait('comment', 'contents', { id, original: ALL });
      if (comment.meta.length === 0) continue;
      await meta.addStored(
        'comment',
        id,
        comment.meta.map(({ key, value }) => [key, value] as const),
      );
    }
    this.created += stored.length;
  }
}

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CommandContext, isRestError, RestError } from '../../../core/index.ts';
import {
  allowedTypes,
  baseName,
  checkLocalFile,
  discardUpload,
  FILE,
  ImageQueue,
  isStoragePath,
  type LocalFile,
  METADATA,
  type MediaDependencies,
  notingStorage,
  readMetadata,
  type StoredUpload,
  safeName,
  storeUpload,
  withTemporaryFolder,
} from '../../media/index.ts';
import type { Post } from '../../posts/index.ts';
import { type PublicWeb, WebRefusal } from '../../public-web/index.ts';
import { uploadPath } from './upload-path.ts';
import type { WaitingFile, WaitingFiles } from './waiting-files.ts';

/** The limits of fetching. */
export interface FetchOptions {
  /** The most bytes of a file. */
  readonly maxSize: number;
  /** How long one answer may take, in milliseconds. */
  readonly timeout: number;
  /** How long to wait before a first second try, in milliseconds; each further one waits twice as long. */
  readonly pause: number;
}

/** How many files are fetched at the same time. */
const AT_ONCE = 4;
const TRIES = 4;
/** Statuses of answers that may be others a moment later. */
const TEMPORARY: ReadonlySet<number> = new Set([408, 425, 429]);
/** Types that a browser would run are not taken. */
const ALLOWED = allowedTypes(false);
/** What a shown copy of a picture is named with: what is fetched is the picture itself here. */
const COPY = /-(?:scaled|rotated)(?=\.\w{1,10}$)/;

/** Why a file cannot be had. */
class Missing extends Error {}

/**
 * Fetches the files of imported attachments, and makes their sizes as for uploads. What is stored is told of in the
 * database with it, so that an import which is killed goes on with the next file.
 */
export class FileFetcher {
  readonly #media: MediaDependencies;
  readonly #web: PublicWeb;
  readonly #waiting: WaitingFiles;
  readonly #options: FetchOptions;
  /** Files come from elsewhere together, but pictures are in memory one after the other. */
  readonly #queue = new ImageQueue(1);
  fetched = 0;
  failed = 0;

  constructor(media: MediaDependencies, web: PublicWeb, waiting: WaitingFiles, options: FetchOptions) {
    this.#media = media;
    this.#web = web;
    this.#waiting = waiting;
    this.#options = options;
  }

  /** Fetches all files that are not here, those that could not be fetched before among them. */
  async run(track: CommandContext['track']): Promise<void> {
    const show = track(await this.#waiting.count(), 'fetched');
    const files = this.#waiting.all();
    let isBroken = false;
    const work = async () => {
      try {
        for (let next = await files.next(); next.done !== true && !isBroken; next = await files.next()) {
          await this.#take(next.value);
          show(this.fetched + this.failed, this.fetched + this.failed);
        }
      } catch (error) {
        isBroken = true;
        throw error;
      }
    };
    const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  async #take(file: WaitingFile): Promise<void> {
    for (const path of file.leftovers) await this.#media.storage.delete(path);
    const post = await this.#media.posts.byId(file.id);
    if (post === null) return this.#waiting.forget(file.id);
    try {
      await withTemporaryFolder(async (folder) => {
        const path = join(folder, 'fetched');
        const size = await this.#download(file.address, path);
        await this.#queue.run(() => this.#store(file, post, path, size));
      });
      this.fetched++;
    } catch (error) {
      if (!(error instanceof Missing) && !isRestError(error)) throw error;
      await this.#waiting.failed(file.id, error.message);
      this.failed++;
    }
  }

  /** Fetches a file into one of the local disk, as often as it takes; answers with its size. */
  async #download(address: string, path: string): Promise<number> {
    const { maxSize, timeout } = this.#options;
    let { pause } = this.#options;
    for (let tried = 1; ; tried++) {
      let reason: string;
      try {
        const { status, size } = await this.#web.download(address, { path, bytes: maxSize, timeout });
        if (status === 200 && size > 0) return size;
        reason = status === 200 ? 'is empty' : `answered with status ${status}`;
        if (status < 500 && !TEMPORARY.has(status)) throw new Missing(reason);
      } catch (error) {
        if (error instanceof Missing) throw error;
        if (error instanceof WebRefusal) throw new Missing(error.message);
        reason = reasonOf(error as NodeJS.ErrnoException);
      }
      if (tried === TRIES) throw new Missing(`${reason}, ${TRIES} times`);
      await sleep(pause);
      pause *= 2;
    }
  }

  async #store({ id, address }: WaitingFile, post: Post, path: string, size: number): Promise<void> {
    const { meta } = this.#media;
    const values = (await meta.load('post', [id], [FILE, METADATA])).get(id);
    const { folder, name } = placeOf(values?.get(FILE)?.[0], address, post);
    const refusal = () => new RestError('import_refused', 'is of no type that is taken', { status: 400 });
    const local = await checkLocalFile({ path, size, name, refusal }, ALLOWED, this.#media);
    const upload = await this.#storeNoting(id, local, folder);
    try {
      await this.#record(post, upload, readMetadata(values?.get(METADATA)?.[0]));
    } catch (error) {
      await discardUpload(upload, this.#media);
      throw error;
    }
  }

  /** Stores a file with its sizes; each path is noted in the database before there is a file. */
  #storeNoting(id: number, local: LocalFile, folder: string): Promise<StoredUpload> {
    const paths = new Set<string>();
    const storage = notingStorage(this.#media.storage, {
      before: (path, isFree) => {
        if (isFree) paths.add(path);
        return this.#waiting.storing(id, [...paths]);
      },
      refused: (path) => void paths.delete(path),
    });
    return storeUpload(local, { ...this.#media, storage }, true, folder);
  }

  /** Stores, at once, whose the files are and that they are here. */
  async #record(post: Post, upload: StoredUpload, before: object): Promise<void> {
    const { database, hooks, meta } = this.#media;
    const isImage = upload.metadata.width !== undefined;
    // Of sound and film, what the source knew of them stays.
    const known = isImage ? upload.metadata : { ...before, ...upload.metadata };
    const metadata = hooks.has('wp_generate_attachment_metadata')
      ? await hooks.filter('wp_generate_attachment_metadata').promise(known, post.id, 'create')
      : known;
    await database.transaction(async () => {
      await meta.set('post', post.id, FILE, upload.path);
      await meta.set('post', post.id, METADATA, metadata);
      await database.db.updateTable('posts').set({ post_mime_type: upload.type }).where('ID', '=', post.id).execute();
      await this.#waiting.stored(post.id);
    });
  }
}

/** Where a file lies: as in the source where that is known, or by the date of its attachment. */
function placeOf(stored: unknown, address: string, { date }: Post): { folder: string; name: string } {
  const { path: named, name } = uploadPath(address);
  const dated = `${date.slice(0, 4)}/${date.slice(5, 7)}/${name}`;
  const path = [stored, named, dated].find((each): each is string => typeof each === 'string' && isStoragePath(each));
  const given = path ?? name;
  const folder = given.slice(0, given.lastIndexOf('/') + 1);
  return { folder, name: safeName(baseName(given)).replace(COPY, '') };
}

function reasonOf({ name, message, code }: NodeJS.ErrnoException): string {
  if (name === 'TimeoutError' || name === 'AbortError') return 'took too long';
  return message || code || 'cannot be reached';
}

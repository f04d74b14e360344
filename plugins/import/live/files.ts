import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandError } from '../../../core/index.ts';
import { maybeSerialize } from '../../database/index.ts';
import { allowedTypes, checkFile, FILE, isStoragePath, METADATA, type MediaStorage } from '../../media/index.ts';
import { uploadPath } from '../files/upload-path.ts';
import type { WxrMeta } from '../records.ts';
import { isMap, type Json, type RemoteSite } from './remote.ts';

/** Types of files that a browser would run are not imported from any site. */
const ALLOWED = allowedTypes(false);

/** Fetches the files of attachments into the storage of this site. */
export class RemoteFiles {
  readonly #remote: RemoteSite;
  readonly #storage: MediaStorage;
  readonly #maxSize: number;
  fetched = 0;
  /** Why files are missing, by their addresses. */
  readonly failures: string[] = [];

  constructor(remote: RemoteSite, storage: MediaStorage, maxSize: number) {
    this.#remote = remote;
    this.#storage = storage;
    this.#maxSize = maxSize;
  }

  /** Fetches all files of an attachment; answers with the metadata that names them, none when its file is missing. */
  async fetch(media: Json): Promise<WxrMeta[]> {
    const url = String(media.source_url ?? '');
    const path = pathOf(media);
    if (url === '' || path === undefined) return [];
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const name = path.slice(folder.length);
    const details = isMap(media.media_details) ? media.media_details : {};
    const sizes = Object.entries(isMap(details.sizes) ? details.sizes : {}).filter(([size]) => size !== 'full');
    // Where another file has the name, all files of this attachment lie in a folder of their own.
    let home = folder;
    let outcome = await this.#take(url, home + name);
    if (outcome === 'taken') {
      home = `${folder}import-${media.id}/`;
      outcome = await this.#take(url, home + name);
    }
    if (outcome !== 'stored') return [];
    const storedSizes: Record<string, unknown> = {};
    for (const [size, value] of sizes) {
      if (!isMap(value) || typeof value.file !== 'string' || typeof value.source_url !== 'string') continue;
      if ((await this.#take(value.source_url, home + value.file)) === 'stored') storedSizes[size] = storedSize(value);
    }
    const { sizes: _, ...shown } = details;
    const metadata = {
      // Answers show an empty list of sizes for files other than images; it is left out. The order of members stays.
      ...('width' in details ? details : shown),
      ...(typeof details.file === 'string' ? { file: home + name } : {}),
      ...('width' in details && 'sizes' in details ? { sizes: storedSizes } : {}),
    };
    if (typeof details.original_image === 'string') {
      await this.#take(
        new URL(details.original_image, new URL(url, this.#remote.root)).href,
        home + details.original_image,
      );
    }
    return [
      { key: FILE, value: home + name },
      ...(Object.keys(metadata).length > 0 ? [{ key: METADATA, value: maybeSerialize(metadata) }] : []),
    ];
  }

  /** Fetches a file and stores it under a path; a file with the same bytes under this path counts as fetched. */
  async #take(url: string, path: string): Promise<'stored' | 'taken' | 'failed'> {
    const folder = await mkdtemp(join(tmpdir(), 'tappet-import-'));
    const copy = join(folder, randomBytes(4).toString('hex'));
    try {
      if (!isStoragePath(path)) throw new CommandError(`${url}: has no name to store it under`);
      await this.#download(url, copy);
      const checked = await checkFile(copy, path.slice(path.lastIndexOf('/') + 1), ALLOWED);
      if (checked === undefined || !path.endsWith(checked.name)) {
        throw new CommandError(`${url}: files of this type are not taken`);
      }
      if (await this.#storage.put(path, (await open(copy)).createReadStream())) {
        this.fetched++;
        return 'stored';
      }
      return (await this.#isSame(copy, path)) ? 'stored' : 'taken';
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      this.failures.push(error.message);
      return 'failed';
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async #download(url: string, copy: string): Promise<void> {
    const response = await this.#remote.file(url);
    const limit = this.#maxSize;
    const tooLarge = () => new CommandError(`${url}: larger than ${limit} bytes, which is what --max_file_size allows`);
    async function* limited(source: AsyncIterable<Uint8Array>) {
      let size = 0;
      for await (const chunk of source) {
        size += chunk.length;
        if (size > limit) throw tooLarge();
        yield chunk;
      }
    }
    try {
      await pipeline(Readable.from(response.body ?? []), limited, createWriteStream(copy));
    } catch (error) {
      if (error instanceof CommandError) throw error;
      throw new CommandError(`${url}: broke off`);
    }
  }

  async #isSame(copy: string, path: string): Promise<boolean> {
    if ((await this.#storage.stat(path))?.size !== (await stat(copy)).size) return false;
    const theirs = createReadStream(copy)[Symbol.asyncIterator]();
    let left = Buffer.alloc(0);
    for await (const chunk of await this.#storage.read(path)) {
      const part = chunk as Buffer;
      while (left.length < part.length) {
        const { value, done } = await theirs.next();
        if (done) return false;
        left = Buffer.concat([left, value as Buffer]);
      }
      if (!left.subarray(0, part.length).equals(part)) return false;
      left = left.subarray(part.length);
    }
    return true;
  }
}

/** The stored metadata of a size, in the order in which sites store it. */
function storedSize({ file, width, height, mime_type, source_url: _, ...rest }: Json): Json {
  return { file, width, height, 'mime-type': mime_type, ...rest };
}

/** The path under which a site stores the file of an attachment: from the answer, or from the end of its address. */
function pathOf({ media_details, source_url }: Json): string | undefined {
  const given = isMap(media_details) ? media_details.file : undefined;
  if (typeof given === 'string' && isStoragePath(given)) return given;
  const { path: known, name } = uploadPath(String(source_url ?? ''));
  const path = known ?? name;
  return isStoragePath(path) ? path : undefined;
}

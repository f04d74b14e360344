import { open } from 'node:fs/promises';
import { isRestError, type UploadedFile } from '../../core/index.ts';
import { faultOf } from '../../core/rest/index.ts';
import {
  checkFile,
  checkRoom,
  FONT_TYPES,
  isStoragePath,
  type MediaDependencies,
  safeName,
  storeUnderFreeName,
} from '../media/index.ts';
import { fontErrors as errors } from './errors.ts';

/** The folder of the storage for the files of fonts. */
const FOLDER = 'fonts/';

/** A file of a font that is stored. */
export interface StoredFont {
  /** Its name in the folder of fonts. */
  readonly name: string;
  /** Its address. */
  readonly url: string;
}

/** The files of fonts, in the storage of all files. */
export class FontFiles {
  readonly #media: Pick<MediaDependencies, 'storage' | 'limits'>;

  constructor(media: Pick<MediaDependencies, 'storage' | 'limits'>) {
    this.#media = media;
  }

  /** Stores files, all or none of them. */
  async store(files: readonly UploadedFile[]): Promise<StoredFont[]> {
    const stored: StoredFont[] = [];
    try {
      for (const file of files) stored.push(await this.#storeOne(file));
      return stored;
    } catch (error) {
      await this.remove(stored.map(({ name }) => name));
      throw isRestError(error) ? error : (faultOf(error) ?? errors.rest_font_upload_unknown_error());
    }
  }

  /** Removes files by their names. */
  async remove(names: readonly unknown[]): Promise<void> {
    const paths = names.map((name) => `${FOLDER}${name}`).filter(isStoragePath);
    for (const path of paths) await this.#media.storage.delete(path);
  }

  async #storeOne({ name: given, path, size }: UploadedFile): Promise<StoredFont> {
    const { storage } = this.#media;
    await checkRoom(size, this.#media);
    const checked = size === 0 ? undefined : await checkFile(path, safeName(given), FONT_TYPES);
    if (checked === undefined) throw errors.rest_font_upload_invalid_file_type();
    const put = async (target: string) => storage.put(target, (await open(path)).createReadStream());
    const target = await storeUnderFreeName(FOLDER, checked.name, put);
    return { name: target.slice(FOLDER.length), url: storage.url(target) };
  }
}

import { open } from 'node:fs/promises';
import type { RestRequest } from '../../../core/index.ts';
import type { MediaDependencies } from '../dependencies.ts';
import { baseName, folderOf } from '../storage/paths.ts';
import { storeUnderFreeName } from './names.ts';
import { receiveFile } from './receive.ts';
import { checkUpload, type LocalFile } from './store-upload.ts';
import { withTemporaryFolder } from './temporary.ts';

/** A file that was stored beside another one. */
export interface FileBeside extends Pick<LocalFile, 'type' | 'size' | 'image'> {
  /** The path under which it is stored. */
  readonly path: string;
}

/**
 * Takes the file of a request, with the checks that an upload has, and stores it in the folder of the file `owner`.
 * `check` throws for what is not to be stored.
 */
export function storeBeside(
  owner: string,
  request: RestRequest,
  dependencies: Pick<MediaDependencies, 'hooks' | 'limits' | 'maxPixels' | 'storage'>,
  check: (file: LocalFile) => void,
): Promise<FileBeside> {
  return withTemporaryFolder(async (folder) => {
    const file = await checkUpload(await receiveFile(request, folder), request.user, dependencies);
    check(file);
    const put = async (path: string) => dependencies.storage.put(path, (await open(file.localPath)).createReadStream());
    const path = await storeUnderFreeName(folderOf(owner), file.name, put, baseName(owner));
    const { type, size, image } = file;
    return { path, type, size, ...(image === undefined ? {} : { image }) };
  });
}

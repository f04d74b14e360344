import type { Bucket } from './bucket.ts';
import { textsOf } from './xml.ts';

/** An object of a bucket as it is listed. */
export interface ListedObject {
  readonly key: string;
  /** In bytes. */
  readonly size: number;
}

/** The objects of a bucket whose keys begin with a prefix, by key, a page of the store's at a time. */
export async function* listObjects(bucket: Bucket, prefix: string): AsyncGenerator<ListedObject> {
  let token: string | undefined;
  do {
    const query = { 'list-type': '2', prefix, ...(token === undefined ? {} : { 'continuation-token': token }) };
    const response = await bucket.send('GET', '', { query });
    token = undefined;
    let key = '';
    for (const { parent, name, text } of textsOf(await response.text())) {
      if (parent === 'Contents' && name === 'Key') key = text;
      else if (parent === 'Contents' && name === 'Size') yield { key, size: Number(text) };
      else if (name === 'NextContinuationToken') token = text;
    }
  } while (token !== undefined);
}

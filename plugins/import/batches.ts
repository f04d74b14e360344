import { readWxr, type WxrElement } from './reader.ts';
import { toAuthor, toItem, toTerm, type WxrAuthor, type WxrItem, type WxrTerm } from './records.ts';

/** Records that are stored together, in the order of the file. */
export interface WxrBatch {
  readonly records: readonly Parsed[];
  /** Bytes of the file read so far. */
  readonly position: number;
  /** The address of the exported site; empty when the file does not tell. */
  readonly source: string;
}

/** A record as it is stored. */
export type Parsed = { readonly author: WxrAuthor } | { readonly term: WxrTerm } | { readonly item: WxrItem };

/**
 * How many records are stored together at most, and after how many bytes of the file a batch ends: enough for each page
 * of the database to be written for several records, and few enough that all are soon forgotten.
 */
const RECORDS_OF_BATCH = 500;
const BYTES_OF_BATCH = 3_000_000;

/** Reads a WXR file of any size in batches of records; never more than one batch is held in memory. */
export async function* readBatches(file: string): AsyncGenerator<WxrBatch> {
  let records: Parsed[] = [];
  let start = 0;
  let last = { position: 0, source: '' };
  for await (const { element, position, source } of readWxr(file, {
    consequence: 'what stands before it was imported',
  })) {
    records.push(parsed(element));
    last = { position, source };
    if (records.length < RECORDS_OF_BATCH && position - start < BYTES_OF_BATCH) continue;
    yield { records, ...last };
    records = [];
    start = position;
  }
  if (records.length > 0) yield { records, ...last };
}

function parsed(element: WxrElement): Parsed {
  if (element.name === 'item') return { item: toItem(element) };
  return element.name === 'wp:author' ? { author: toAuthor(element) } : { term: toTerm(element) };
}

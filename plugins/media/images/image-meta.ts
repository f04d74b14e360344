import { stripTags } from '../../../core/text/index.ts';
import { readExif } from './exif.ts';
import { readIptc } from './iptc.ts';

/** The data that a camera or a photographer wrote into an image; numbers as text, `0` and the empty text for nothing. */
export interface ImageMeta {
  aperture: string;
  credit: string;
  camera: string;
  caption: string;
  /** Unix time. */
  created_timestamp: string;
  copyright: string;
  focal_length: string;
  iso: string;
  shutter_speed: string;
  title: string;
  /** Is the number 1 once the image was turned upright. */
  orientation: string | number;
  keywords: string[];
}

/** The blocks of an image that hold metadata. */
export interface ImageBlocks {
  readonly exif?: Uint8Array;
  readonly iptc?: Uint8Array;
}

const TAG = {
  description: 0x010e,
  model: 0x0110,
  orientation: 0x0112,
  artist: 0x013b,
  copyright: 0x8298,
  exposureTime: 0x829a,
  fNumber: 0x829d,
  iso: 0x8827,
  digitized: 0x9004,
  focalLength: 0x920a,
  userComment: 0x9286,
} as const;

const IPTC = {
  title: 5,
  keywords: 25,
  date: 55,
  time: 60,
  creator: 80,
  headline: 105,
  credit: 110,
  copyright: 116,
  caption: 120,
} as const;

/** A description shorter than this may be a title. */
const TITLE_LENGTH = 80;
const IPTC_DATE = /^(\d{4})(\d\d)(\d\d)$/;
const IPTC_TIME = /^(\d\d)(\d\d)(\d\d)/;
const EXIF_DATE = /^(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)/;

/** Brings the metadata blocks of an image into one shape. IPTC takes precedence over EXIF. */
export function imageMeta({ exif, iptc }: ImageBlocks): ImageMeta {
  const tags = exif === undefined ? new Map<number, string | readonly number[]>() : readExif(exif);
  const sets = iptc === undefined ? new Map<number, string[]>() : readIptc(iptc);
  const text = (tag: number) => plain(tags.get(tag));
  const numeric = (tag: number, round = (value: number) => value) => {
    const [value] = tags.get(tag) ?? [];
    return typeof value === 'number' && Number.isFinite(value) ? String(round(value)) : '0';
  };
  const set = (...numbers: number[]) =>
    numbers.map((number) => clean(sets.get(number)?.[0] ?? '')).find((value) => value !== '') ?? '';

  const caption = set(IPTC.caption);
  const description = text(TAG.description);
  const short = (value: string) => (value.length < TITLE_LENGTH ? value : '');
  return {
    aperture: numeric(TAG.fNumber, (value) => Math.round(value * 100) / 100),
    credit: set(IPTC.credit, IPTC.creator) || text(TAG.artist),
    camera: text(TAG.model),
    caption: caption || text(TAG.userComment) || description,
    created_timestamp: String(iptcTime(set(IPTC.date), set(IPTC.time)) || exifTime(text(TAG.digitized))),
    copyright: set(IPTC.copyright) || text(TAG.copyright),
    focal_length: numeric(TAG.focalLength),
    iso: numeric(TAG.iso),
    shutter_speed: numeric(TAG.exposureTime),
    title: set(IPTC.headline, IPTC.title) || short(caption) || short(description),
    orientation: numeric(TAG.orientation),
    keywords: (sets.get(IPTC.keywords) ?? []).map(clean),
  };
}

/** A text of EXIF; a comment has a word on its charset before it. */
function plain(value: string | readonly number[] | undefined): string {
  if (typeof value !== 'string') return '';
  const bytes = Buffer.from(value.replace(/^(?:ASCII|UNICODE|JIS)\0+/, ''), 'latin1');
  const utf8 = bytes.toString();
  return clean(utf8.includes('\ufffd') ? bytes.toString('latin1') : utf8);
}

const clean = (text: string): string => stripTags(text.replace(/\0+/g, ' ')).trim();

const unixTime = (...[year = 0, month = 1, ...rest]: number[]): number => {
  const [day = 1, hour = 0, minute = 0, second = 0] = rest;
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000;
};

function iptcTime(date: string, time: string): number {
  const [day, hour] = [IPTC_DATE.exec(date), IPTC_TIME.exec(time)];
  return day === null || hour === null ? 0 : unixTime(...[...day.slice(1), ...hour.slice(1)].map(Number));
}

function exifTime(date: string): number {
  const parts = EXIF_DATE.exec(date);
  return parts === null ? 0 : unixTime(...parts.slice(1).map(Number));
}

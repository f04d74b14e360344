import { expect } from 'chai';
import fc from 'fast-check';
import { imageMeta } from '../../../plugins/media/images/image-meta.ts';

/** A block of IPTC data sets as Photoshop writes it. */
function photoshop(sets: readonly (readonly [number: number, value: Buffer])[]): Buffer {
  const data = Buffer.concat(
    sets.flatMap(([number, value]) => [Buffer.from([0x1c, 2, number, value.length >> 8, value.length & 255]), value]),
  );
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  return Buffer.concat([Buffer.from('Photoshop 3.0\x008BIM\x04\x04\x00\x00', 'latin1'), size, data]);
}

const utf8 = (text: string) => Buffer.from(text);

/** An EXIF block with one directory of texts. */
function exifBlock(isLittle: boolean, tags: readonly (readonly [tag: number, text: string])[]): Buffer {
  const head = Buffer.alloc(8 + 2 + tags.length * 12 + 4);
  const short = (value: number, at: number) =>
    isLittle ? head.writeUInt16LE(value, at) : head.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    isLittle ? head.writeUInt32LE(value, at) : head.writeUInt32BE(value, at);
  head.write(isLittle ? 'II' : 'MM');
  short(42, 2);
  long(8, 4);
  short(tags.length, 8);
  const texts: Buffer[] = [];
  let end = head.length;
  for (const [index, [tag, text]] of tags.entries()) {
    const value = Buffer.from(`${text}\0`);
    const at = 10 + index * 12;
    short(tag, at);
    short(2, at + 2);
    long(value.length, at + 4);
    if (value.length <= 4) value.copy(head, at + 8);
    else {
      long(end, at + 8);
      texts.push(value);
      end += value.length;
    }
  }
  return Buffer.concat([head, ...texts]);
}

const DESCRIPTION = 0x010e;
const ARTIST = 0x013b;

describe('the metadata of an image', () => {
  it('is read from IPTC', () => {
    const iptc = photoshop([
      [105, utf8('A headline')],
      [120, utf8('A caption, with ümlauts')],
      [110, utf8('An agency')],
      [80, utf8('Ann')],
      [116, utf8('© Ann')],
      [55, utf8('20140102')],
      [60, utf8('030405+0000')],
      [25, utf8('one')],
      [25, utf8('two')],
    ]);
    const meta = imageMeta({ iptc });
    expect(meta).to.include({
      title: 'A headline',
      caption: 'A caption, with ümlauts',
      credit: 'An agency',
      copyright: '© Ann',
      created_timestamp: '1388631845',
    });
    expect(meta.keywords).to.deep.equal(['one', 'two']);
  });

  it('is read from IPTC of old programs too', () => {
    expect(imageMeta({ iptc: photoshop([[80, Buffer.from('Jürgen', 'latin1')]]) }).credit).to.equal('Jürgen');
  });

  for (const isLittle of [true, false]) {
    it(`is read from EXIF of ${isLittle ? 'little' : 'big'} endian`, () => {
      const exif = exifBlock(isLittle, [
        [DESCRIPTION, 'A description'],
        [ARTIST, 'Ann'],
      ]);
      expect(imageMeta({ exif })).to.include({ caption: 'A description', title: 'A description', credit: 'Ann' });
    });
  }

  it('has no title that is long', () => {
    const exif = exifBlock(true, [[DESCRIPTION, 'a long text '.repeat(10)]]);
    expect(imageMeta({ exif }).title).to.equal('');
  });

  it('comes from IPTC before EXIF', () => {
    const exif = exifBlock(true, [[ARTIST, 'From EXIF']]);
    expect(imageMeta({ exif, iptc: photoshop([[80, utf8('From IPTC')]]) }).credit).to.equal('From IPTC');
  });

  it('holds no markup', () => {
    const exif = exifBlock(true, [[DESCRIPTION, '<script>alert(1)</script><b>x']]);
    expect(imageMeta({ exif }).caption).not.to.include('<');
  });

  it('is empty where the image has none', () => {
    expect(imageMeta({})).to.deep.equal({
      aperture: '0',
      credit: '',
      camera: '',
      caption: '',
      created_timestamp: '0',
      copyright: '',
      focal_length: '0',
      iso: '0',
      shutter_speed: '0',
      title: '',
      orientation: '0',
      keywords: [],
    });
  });

  it('is read as far as it goes, whatever the bytes', () => {
    const whole = exifBlock(true, [[DESCRIPTION, 'A description']]);
    const iptc = photoshop([[80, utf8('Ann')]]);
    fc.assert(
      fc.property(
        fc.nat(whole.length),
        fc.nat(iptc.length),
        fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 8 }),
        (exifEnd, iptcEnd, changes) => {
          const exif = Buffer.from(whole.subarray(0, exifEnd));
          const sets = Buffer.from(iptc.subarray(0, iptcEnd));
          for (const [at, byte] of changes) {
            if (at < exif.length) exif[at] = byte;
            if (at < sets.length) sets[at] = byte;
          }
          expect(imageMeta({ exif, iptc: sets }).keywords).to.be.an('array');
        },
      ),
    );
  });
});

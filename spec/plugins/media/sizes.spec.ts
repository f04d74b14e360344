import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { constrain, measuresIn } from '../../../plugins/media/images/dimensions.ts';
import { type MediaSite, openMediaSite } from './media-site.ts';
import { coloursAt, picture, redAndBlue } from './pictures.ts';

describe('measures of image sizes', () => {
  const box = (width: number, height: number, crop = false) => ({ width, height, crop });
  for (const [from, size, to] of [
    [[400, 300], box(300, 300), [300, 225]],
    [[300, 400], box(300, 300), [225, 300]],
    [[1200, 900], box(768, 0), [768, 576]],
    [[900, 1200], box(0, 600), [450, 600]],
    [[465, 700], box(177, 177), [118, 177]],
    [[10_000, 2], box(300, 300), [300, 1]],
    [[400, 300], box(150, 150, true), [150, 150]],
    [[100, 300], box(150, 150, true), [100, 150]],
    [[400, 300], box(200, 0, true), [200, 150]],
    [[301, 301], box(300, 300), undefined],
    [[40, 30], box(150, 150, true), undefined],
    [[40, 30], box(300, 300), undefined],
  ] as const) {
    const label = `${size.width}x${size.height}${size.crop ? ' cropped' : ''}`;
    it(`bring ${from.join('x')} into ${label} as ${to?.join('x') ?? 'nothing, for it is no larger'}`, () => {
      const found = measuresIn({ width: from[0], height: from[1] }, size);
      expect(found && [found.width, found.height]).to.deep.equal(to && [...to]);
    });
  }

  it('stay as they are without limits', () => {
    expect(constrain({ width: 7, height: 5 }, { width: 0, height: 0 })).to.deep.equal({ width: 7, height: 5 });
  });
});

describe('sizes of uploaded images', () => {
  let site: MediaSite;
  beforeEach(async () => {
    site = await openMediaSite();
  });
  afterEach(() => site.close());

  // biome-ignore lint/suspicious/noExplicitAny: the answer of an upload.
  const details = async (bytes: Uint8Array, name: string): Promise<any> => {
    const { status, data } = await site.upload(bytes, name);
    expect(status).to.equal(201);
    return (data as { media_details: object }).media_details;
  };
  const read = async (path: string) => buffer(await site.storage.read(path));

  it('are those of the settings', async () => {
    await site.options.set('medium_size_w', 200);
    await site.options.set('thumbnail_crop', 0);
    await site.options.set('large_size_w', 0);
    await site.options.set('large_size_h', 0);
    const { sizes } = await details(await picture(1200, 900), 'a.jpg');
    expect(sizes).to.have.keys('medium', 'thumbnail', 'medium_large', 'full');
    expect([sizes.medium.width, sizes.medium.height]).to.deep.equal([200, 150]);
    expect([sizes.thumbnail.width, sizes.thumbnail.height]).to.deep.equal([150, 113]);
  });

  for (const type of ['jpeg', 'png', 'webp', 'gif', 'avif'] as const) {
    it(`are made of ${type} images, in their own format`, async () => {
      const { sizes } = await details(await picture(400, 300, type), `a.${type === 'jpeg' ? 'jpg' : type}`);
      expect(sizes.thumbnail.mime_type).to.equal(`image/${type}`);
      expect(sizes.thumbnail.filesize).to.be.above(0);
    });
  }

  it('show a JPEG of more than 2560 pixels on a side in a copy', async () => {
    const found = await details(await picture(3000, 1500), 'wide.jpg');
    expect([found.width, found.height]).to.deep.equal([2560, 1280]);
    expect(found.file).to.equal('2026/01/wide-scaled.jpg');
    expect(found.original_image).to.equal('wide.jpg');
    expect(found.sizes).to.have.keys(
      ...['thumbnail', 'medium', 'medium_large', 'large', '1536x1536', '2048x2048', 'full'],
    );
    expect(found.sizes.large.file).to.equal('wide-1024x512.jpg');
    expect(found.sizes.full.file).to.equal('wide-scaled.jpg');
    expect(await site.files()).to.include.members(['2026/01/wide.jpg', '2026/01/wide-scaled.jpg']);
  });

  it('leave a large PNG as it is', async () => {
    const found = await details(await picture(2700, 50, 'png'), 'wide.png');
    expect([found.file, found.original_image]).to.deep.equal(['2026/01/wide.png', undefined]);
  });

  it('turn an image upright as its EXIF orientation says', async () => {
    const found = await details(await redAndBlue(400, 300, { orientation: 6 }), 'turned.jpg');
    expect([found.width, found.height]).to.deep.equal([300, 400]);
    expect(found.image_meta.orientation).to.equal(1);
    expect(found.original_image).to.equal('turned.jpg');
    for (const file of ['turned-rotated.jpg', found.sizes.thumbnail.file, found.sizes.medium.file]) {
      const colours = await coloursAt(await read(`2026/01/${file}`), [0.5, 0.1], [0.5, 0.9]);
      expect(colours, file).to.deep.equal(['red', 'blue']);
    }
  });

  it('cut a thumbnail out of the middle', async () => {
    const { sizes } = await details(await redAndBlue(900, 300), 'a.jpg');
    const colours = await coloursAt(await read(`2026/01/${sizes.thumbnail.file}`), [0.1, 0.5], [0.9, 0.5]);
    expect(colours).to.deep.equal(['red', 'blue']);
  });

  it('show the data that the camera wrote into an image', async () => {
    const exif = {
      IFD0: { ImageDescription: 'A <b>bridge</b>', Artist: 'Ann', Model: 'Cam 3', Copyright: '(c) Ann' },
      IFD2: {
        FNumber: '22/10',
        ExposureTime: '1/125',
        ISOSpeedRatings: '200',
        FocalLength: '50/1',
        DateTimeDigitized: '2014:01:01 00:00:00',
      },
    };
    const { status, data } = await site.upload(await redAndBlue(40, 30, { exif }), 'a.jpg');
    expect(status).to.equal(201);
    const { title, caption, media_details } = data as Record<string, Record<string, unknown>>;
    expect(media_details?.image_meta).to.deep.equal({
      aperture: '2.2',
      credit: 'Ann',
      camera: 'Cam 3',
      caption: 'A bridge',
      created_timestamp: '1388534400',
      copyright: '(c) Ann',
      focal_length: '50',
      iso: '200',
      shutter_speed: '0.008',
      title: 'A bridge',
      orientation: '1',
      keywords: [],
    });
    expect([title?.raw, caption?.raw]).to.deep.equal(['A bridge', 'A bridge']);
  });

  it('are stored so that other systems of the field read them', async () => {
    const { data } = await site.upload(await picture(400, 300), 'a.jpg');
    const row = await site.database.db
      .selectFrom('postmeta')
      .select('meta_value')
      .where('post_id', '=', (data as { id: number }).id)
      .where('meta_key', '=', '_wp_attachment_metadata')
      .executeTakeFirstOrThrow();
    expect(row.meta_value).to.match(
      /^a:6:\{s:5:"width";i:400;s:6:"height";i:300;s:4:"file";s:13:"2026\/01\/a\.jpg";s:8:"filesize";i:\d+;s:5:"sizes";a:2:/,
    );
    expect(row.meta_value).to.include('s:9:"mime-type";s:10:"image/jpeg"');
  });
});

import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import sharp from 'sharp';
import { pixelsTurned } from '../../../plugins/media/images/edit.ts';
import { type MediaSite, openMediaSite } from './media-site.ts';
import { coloursAt, picture, redAndBlue } from './pictures.ts';

// biome-ignore lint/suspicious/noExplicitAny: the answer that shows a file.
type Shown = any;

describe('edited images', () => {
  let site: MediaSite;
  let image: Shown;
  beforeEach(async () => {
    site = await openMediaSite();
    const fields = { query: { alt_text: 'Halves', title: 'Two halves', caption: 'A caption' } };
    image = (await site.upload(await redAndBlue(400, 300), 'halves.jpg', fields)).data;
  });
  afterEach(() => site.close());

  const edit = async (changes: object, as = 'author', of: Shown = image) => {
    const json = { src: of.source_url, ...changes };
    const { status, data, headers } = await site.send('POST', `/media/${of.id}/edit`, { as, json });
    return { status, headers, data: data as Shown };
  };
  const bytesOf = async (shown: Shown) =>
    buffer(await site.storage.read(shown.source_url.slice(shown.source_url.indexOf('/uploads/') + 9)));
  const rotate = (angle: number) => ({ modifiers: [{ type: 'rotate', args: { angle } }] });
  const crop = (left: number, top: number, width: number, height: number) => ({
    modifiers: [{ type: 'crop', args: { left, top, width, height } }],
  });

  it('are new files, turned to the right', async () => {
    const { status, data, headers } = await edit(rotate(90));
    expect(status).to.equal(201);
    expect(headers.Location).to.equal(`http://localhost/cms-json/cms/v2/media/${data.id}`);
    expect(data.id).not.to.equal(image.id);
    expect([data.media_details.width, data.media_details.height]).to.deep.equal([300, 400]);
    expect(await coloursAt(await bytesOf(data), [0.5, 0.1], [0.5, 0.9])).to.deep.equal(['red', 'blue']);
    expect(data.source_url).to.match(/\/halves-edited\.jpg$/);
  });

  it('are cut to a part', async () => {
    const { data } = await edit(crop(50, 0, 50, 100));
    const { width, height } = await sharp(await bytesOf(data)).metadata();
    expect([width, height]).to.deep.equal([200, 300]);
    expect(await coloursAt(await bytesOf(data), [0.1, 0.5], [0.9, 0.5])).to.deep.equal(['blue', 'blue']);
  });

  it('are changed step by step', async () => {
    const modifiers = [...rotate(180).modifiers, ...crop(0, 0, 50, 100).modifiers, ...rotate(90).modifiers];
    const { data } = await edit({ modifiers });
    expect([data.media_details.width, data.media_details.height]).to.deep.equal([300, 200]);
    expect(await coloursAt(await bytesOf(data), [0.5, 0.5])).to.deep.equal(['blue']);
  });

  it('are refused where a step would make too many pixels, before it is taken', async () => {
    const turned = { type: 'rotate', args: { angle: 45 } };
    const before = process.resourceUsage().maxRSS;
    const { status, data } = await edit({ modifiers: Array(60).fill(turned) });
    expect([status, data.code]).to.deep.equal([400, 'rest_image_rotation_failed']);
    // In kilobytes: the largest image that is made, and the one before it.
    expect(process.resourceUsage().maxRSS - before).to.be.below(2 * 4 * 50_000 + 100_000);
    for (const angle of [0, 1, 30, 45, 90, 180, 271.5, -10]) {
      const source = sharp(await picture(100, 50, 'png')).rotate(angle);
      const { info } = await source.raw().toBuffer({ resolveWithObject: true });
      const predicted = pixelsTurned({ width: 100, height: 50 }, angle);
      expect(predicted, String(angle)).to.be.within(0.95 * info.width * info.height, 1.05 * info.width * info.height);
    }
  });

  it('are changed as older clients ask', async () => {
    const { data } = await edit({ rotation: 90, x: 0, y: 50, width: 100, height: 50 });
    expect([data.media_details.width, data.media_details.height]).to.deep.equal([300, 200]);
    expect(await coloursAt(await bytesOf(data), [0.5, 0.5])).to.deep.equal(['blue']);
  });

  it('keep the texts of the image, and remember it', async () => {
    const { data } = await edit(rotate(90), 'editor');
    expect([data.title.rendered, data.alt_text]).to.deep.equal(['Two halves', 'Halves']);
    expect(data.author).to.equal(site.users.editor!.user.id);
    expect(data.media_details.parent_image).to.deep.equal({ attachment_id: image.id, file: '2026/01/halves.jpg' });
  });

  it('bear their mark once', async () => {
    const first = await edit(rotate(90));
    const second = await edit(rotate(90), 'author', first.data);
    expect(second.data.source_url).to.match(/\/halves-edited-1\.jpg$/);
  });

  it('fire hooks with their metadata', async () => {
    const seen: unknown[] = [];
    const own = await openMediaSite({
      plugins: [
        {
          name: 'watcher',
          version: '1.0.0',
          description: 'Watches.',
          setup: ({ hooks }) =>
            hooks.filter('wp_edited_image_metadata').tap('watcher', (metadata, newId, id) => {
              seen.push([newId, id]);
              return { ...metadata, note: 'edited' };
            }),
        },
      ],
    });
    const { id, source_url } = (await own.upload(await picture(40, 30), 'a.jpg')).data as Shown;
    const json = { src: source_url, ...rotate(90) };
    const { data } = await own.send('POST', `/media/${id}/edit`, { as: 'author', json });
    expect(seen).to.deep.equal([[(data as Shown).id, id]]);
    expect((data as Shown).media_details.note).to.equal('edited');
    await own.close();
  });

  for (const [what, changes, status, code, as] of [
    ['nothing to change', {}, 400, 'rest_image_not_edited'],
    [
      'another address',
      { src: 'http://localhost/cms-content/uploads/2026/01/other.jpg', rotation: 90 },
      404,
      'rest_unknown_attachment',
    ],
    [
      'a name that only ends alike',
      { src: 'http://localhost/x2026/01/halves.jpg', rotation: 90 },
      404,
      'rest_unknown_attachment',
    ],
    ['a part without a pixel', crop(100, 0, 1, 100), 400, 'rest_image_crop_failed'],
    ['an unknown change', { modifiers: [{ type: 'blur', args: { angle: 1 } }] }, 400, 'rest_invalid_param'],
    ['a contributor', { rotation: 90 }, 403, 'rest_cannot_edit_image', 'contributor'],
    ['nobody', { rotation: 90 }, 401, 'rest_cannot_edit_image', 'anonymous'],
  ] as const) {
    it(`are not made for ${what}: ${status} ${code}`, async () => {
      const files = await site.files();
      const { status: got, data } = await edit(changes, as);
      expect([got, data.code]).to.deep.equal([status, code]);
      expect(await site.files()).to.deep.equal(files);
    });
  }

  it('are not made for an angle without end: 400 rest_image_rotation_failed', async () => {
    const { status, data } = await site.send('POST', `/media/${image.id}/edit`, {
      as: 'author',
      headers: { 'content-type': 'application/json' },
      body: `{"src":"${image.source_url}","modifiers":[{"type":"rotate","args":{"angle":1e999}}]}`,
    });
    expect([status, (data as Shown).code]).to.deep.equal([400, 'rest_image_rotation_failed']);
  });

  it('are not made of a damaged file: 400 rest_unknown_image_file_type', async () => {
    await site.storage.delete('2026/01/halves.jpg');
    await site.storage.put('2026/01/halves.jpg', Buffer.from('damaged'));
    const { status, data } = await edit(rotate(90));
    expect([status, data.code]).to.deep.equal([400, 'rest_unknown_image_file_type']);
  });

  it('are not made of files that are no images', async () => {
    const text = (await site.upload(Buffer.from('text'), 'a.txt')).data as Shown;
    expect((await edit(rotate(90), 'author', text)).data.code).to.equal('rest_unknown_attachment');
    const avif = (await site.upload(await picture(40, 30, 'avif'), 'a.avif')).data as Shown;
    expect((await edit(rotate(90), 'author', avif)).data.code).to.equal('rest_cannot_edit_file_type');
  });

  it('are accepted by the address of a size, query and all', async () => {
    const src = `${image.media_details.sizes.medium.source_url}?w=300`;
    expect((await edit({ src, rotation: 90 })).status).to.equal(201);
  });
});

describe('missing sizes of images', () => {
  let site: MediaSite;
  beforeEach(async () => {
    site = await openMediaSite();
  });
  afterEach(() => site.close());

  const process = (id: number, as = 'author') =>
    site.send('POST', `/media/${id}/post-process`, { as, json: { action: 'create-image-subsizes' } });

  it('are named, and made on demand', async () => {
    const { id } = (await site.upload(await picture(400, 300), 'a.jpg')).data as Shown;
    await site.options.set('large_size_w', 350);
    await site.options.set('large_size_h', 350);
    const before = (await site.send('GET', `/media/${id}`, { as: 'author', query: { context: 'edit' } })).data as Shown;
    expect(before.missing_image_sizes).to.deep.equal(['large']);
    const { status, data } = await process(id);
    expect(status).to.equal(200);
    expect((data as Shown).missing_image_sizes).to.deep.equal([]);
    expect((data as Shown).media_details.sizes).to.have.keys('medium', 'thumbnail', 'large', 'full');
    expect(await site.files()).to.include('2026/01/a-350x263.jpg');
  });

  it('are made of an image without metadata', async () => {
    const { id } = (await site.upload(await picture(400, 300), 'a.jpg')).data as Shown;
    await site.meta.delete('post', id, '_wp_attachment_metadata');
    const { data } = await process(id);
    expect((data as Shown).media_details.sizes).to.have.keys('medium', 'thumbnail', 'full');
    expect((data as Shown).media_details.width).to.equal(400);
  });

  it('are none of a text', async () => {
    const { id } = (await site.upload(Buffer.from('text'), 'a.txt')).data as Shown;
    const { status, data } = await process(id);
    expect([status, (data as Shown).missing_image_sizes]).to.deep.equal([200, []]);
  });

  it('are not made for others', async () => {
    const { id } = (await site.upload(await picture(40, 30), 'a.jpg', { as: 'editor' })).data as Shown;
    expect((await process(id)).status).to.equal(403);
  });
});

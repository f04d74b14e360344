import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import sharp from 'sharp';
import { definePlugin } from '../../../core/index.ts';
import type { AttachmentMetadata } from '../../../plugins/media/index.ts';
import { runCommand } from '../../support/run-command.ts';
import { type MediaSite, openMediaSite } from './media-site.ts';
import { picture } from './pictures.ts';

const WEBP = { 'image/jpeg': 'image/webp' };

describe('sizes that are made by a command', () => {
  let site: MediaSite;
  beforeEach(async () => {
    site = await openMediaSite();
  });
  afterEach(() => site.close());

  const run = (ids: readonly number[] = [], flags: Record<string, string | boolean> = {}) =>
    runCommand(site.generation, 'media regenerate', { 'attachment-id': ids.map(String) }, flags);
  const failure = (...given: Parameters<typeof run>) =>
    run(...given).then(
      () => 'it did not fail',
      (error: Error) => error.message,
    );
  const upload = async (name: string, width = 400, height = 300): Promise<number> => {
    const { data } = await site.upload(await picture(width, height), name);
    return (data as { id: number }).id;
  };
  const metadata = async (id: number) =>
    (await site.meta.get('post', id, '_wp_attachment_metadata'))[0] as AttachmentMetadata;

  it('are those that are missing: not recorded, or without a file', async () => {
    const [one, two] = [await upload('one.jpg'), await upload('two.jpg')];
    await site.meta.set('post', one, '_wp_attachment_metadata', { ...(await metadata(one)), sizes: {} });
    await site.storage.delete('2026/01/one-150x150.jpg');
    await site.storage.delete('2026/01/two-300x225.jpg');
    expect(await run([], { 'only-missing': true })).to.eql([
      'Found 2 images to regenerate.',
      'Success: Regenerated 2 of 2 images (0 failed, 0 skipped).',
    ]);
    expect(Object.keys((await metadata(one)).sizes!).sort()).to.eql(['medium', 'thumbnail']);
    expect(Object.keys((await metadata(two)).sizes!).sort()).to.eql(['medium', 'thumbnail']);
    expect(await site.files()).to.include.members(['2026/01/one-150x150.jpg', '2026/01/two-300x225.jpg']);
    expect((await run([], { 'only-missing': true })).at(-1)).to.include('0 of 2 images (0 failed, 2 skipped)');
  });

  it('are all of them, and old files go unless they are to stay', async () => {
    const id = await upload('a.jpg', 3000, 1500);
    await site.options.set('medium_size_w', 200);
    await run([id], { 'skip-delete': true });
    expect(await site.files()).to.include.members([
      '2026/01/a-300x150.jpg',
      '2026/01/a-200x100.jpg',
      '2026/01/a-scaled.jpg',
    ]);
    await site.options.set('medium_size_w', 100);
    expect((await run([], { yes: true })).at(-1)).to.include('Regenerated 1 of 1 images');
    const files = await site.files();
    expect(files).to.include.members(['2026/01/a.jpg', '2026/01/a-scaled.jpg', '2026/01/a-100x50.jpg']);
    expect(files).to.not.include('2026/01/a-200x100.jpg');
    expect(await metadata(id)).to.include({ file: '2026/01/a-scaled.jpg', original_image: 'a.jpg', width: 2560 });
  });

  it('are those that are named', async () => {
    const id = await upload('a.jpg');
    await site.options.set('thumbnail_size_w', 100);
    await site.options.set('thumbnail_size_h', 100);
    await site.options.set('medium_size_w', 200);
    await run([id], { image_size: 'thumbnail' });
    const { sizes } = await metadata(id);
    expect([sizes!.thumbnail!.file, sizes!.medium!.file]).to.eql(['a-100x100.jpg', 'a-300x225.jpg']);
    expect(await site.files()).to.not.include('2026/01/a-150x150.jpg');
  });

  it('are made of more images than are read at a time, and from behind an id on', async () => {
    const first = await upload('a.jpg', 40, 30);
    const meta = await metadata(first);
    for (let at = 0; at < 120; at++) {
      const { id } = await site.posts.insert({
        type: 'attachment',
        title: 'x',
        mimeType: 'image/jpeg',
        status: 'inherit',
      });
      await site.meta.set('post', id, '_wp_attached_file', '2026/01/a.jpg');
      await site.meta.set('post', id, '_wp_attachment_metadata', meta);
    }
    expect((await run([], { 'only-missing': true })).at(-1)).to.include('0 of 121 images (0 failed, 121 skipped)');
    const last = await run([], { 'only-missing': true, after: String(first + 100) });
    expect(last[0]).to.equal('Found 20 images to regenerate.');
  });

  it('are told of where they cannot be made, and the rest is made', async () => {
    const [good, lost, broken] = [await upload('good.jpg'), await upload('lost.jpg'), await upload('broken.jpg')];
    await site.storage.delete('2026/01/lost.jpg');
    await site.storage.delete('2026/01/broken.jpg');
    await site.storage.put('2026/01/broken.jpg', Buffer.from('no image'));
    const { data } = await site.upload(Buffer.from('text'), 'a.txt');
    const text = (data as { id: number }).id;
    expect(await failure([good, lost, broken, text, 999])).to.equal('Regenerated 1 of 5 images (4 failed, 0 skipped).');
    expect(await site.files()).to.include('2026/01/broken-150x150.jpg');
  });

  it('need a word where all are meant, and names that there are', async () => {
    expect(await failure()).to.include('add --yes');
    expect(await failure(['x' as never])).to.equal('the attachment "x" is not an id');
    expect(await failure([], { yes: true, image_size: 'huge' })).to.include(
      'there is no size "huge"; there are medium',
    );
    expect(await run([], { yes: true })).to.eql(['Warning: No images found.']);
    const [list] = await runCommand(site.generation, 'media image-size', {}, { format: 'csv' });
    expect(list).to.include('thumbnail,150,150,hard');
  });
});

describe('the sizes of images', () => {
  it('are written in another type where an option or a plugin says so, under names of their own', async () => {
    const site = await openMediaSite({ options: { formats: WEBP } });
    try {
      const { data } = await site.upload(await picture(400, 300), 'a.jpg');
      const { sizes } = (data as { media_details: { sizes: Record<string, { mime_type: string; file: string }> } })
        .media_details;
      expect(sizes.medium).to.include({ mime_type: 'image/webp', file: 'a-300x225-jpg.webp' });
      expect(sizes.full).to.include({ mime_type: 'image/jpeg', file: 'a.jpg' });
      const bytes = await buffer(await site.storage.read('2026/01/a-300x225-jpg.webp'));
      expect((await sharp(bytes).metadata()).format).to.equal('webp');
      await site.upload(await picture(400, 300, 'webp'), 'a-300x225-jpg.webp');
      expect(await site.files()).to.include('2026/01/a-300x225-jpg-1.webp');
      const { id } = data as { id: number };
      await site.send('DELETE', `/media/${id}`, { as: 'author', query: { force: true } });
      expect((await site.files()).filter((path) => path.startsWith('2026/01/a-300x225-jpg.'))).to.eql([]);
    } finally {
      await site.close();
    }
    const avif = definePlugin({
      name: 'avif',
      version: '1.0.0',
      description: 'Has sizes written in AVIF.',
      requires: { media: '*' },
      capabilities: ['content:read'],
      setup: ({ hooks }) =>
        void hooks
          .filter('image_editor_output_format')
          .tap('avif', (formats) => ({ ...formats, 'image/png': 'image/avif', 'image/gif': 'image/x-none' })),
    });
    const other = await openMediaSite({ plugins: [avif] });
    try {
      for (const [type, made] of [
        ['png', 'image/avif'],
        ['gif', 'image/gif'],
      ] as const) {
        const { data } = await other.upload(await picture(400, 300, type), `b.${type}`);
        const { media_details } = data as { media_details: { sizes: Record<string, { mime_type: string }> } };
        expect(media_details.sizes.medium!.mime_type).to.equal(made);
      }
    } finally {
      await other.close();
    }
  });

  for (const stripMeta of [true, false]) {
    it(`${stripMeta ? 'leave out' : 'keep'} what cameras wrote, as the option says, and are upright`, async () => {
      const site = await openMediaSite({ options: { stripMeta } });
      try {
        const bytes = await sharp(await picture(400, 300))
          .withExif({ IFD0: { Copyright: 'Fish', Orientation: '6' } })
          .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'Fish' } } })
          .jpeg()
          .toBuffer();
        await site.upload(bytes, 'a.jpg');
        const size = (await site.files()).find((path) => /a-\d+x300\.jpg$/.test(path))!;
        const {
          exif,
          orientation = 1,
          width,
          height,
        } = await sharp(await buffer(await site.storage.read(size))).metadata();
        expect([width, height, orientation]).to.eql([225, 300, 1]);
        expect(exif?.includes('Fish') ?? false).to.equal(!stripMeta);
      } finally {
        await site.close();
      }
    });
  }
});

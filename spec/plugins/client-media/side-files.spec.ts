import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import clientMedia from '../../../plugins/client-media/index.ts';
import { withTemporaryFolder } from '../../../plugins/media/upload/temporary.ts';
import { type MediaSite, openMediaSite, recordRemovals } from '../media/media-site.ts';
import { picture, redAndBlue } from '../media/pictures.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of the interface.
type Answer = any;

describe('files that a client makes of its upload', () => {
  let site: MediaSite;
  let id: number;
  beforeEach(async () => {
    site = await openMediaSite({ plugins: [clientMedia] });
    const { data } = await site.upload(await picture(140, 100), 'photo.jpg');
    id = (data as Answer).id;
  });
  afterEach(() => site.close());

  const sideload = (bytes: Uint8Array, name: string, image_size: unknown, { as = 'author', to = id } = {}) =>
    withTemporaryFolder(async (folder) => {
      const path = join(folder, 'part');
      await writeFile(path, bytes);
      const files = { file: { name, path, size: bytes.length, type: 'image/jpeg' } };
      const form = { image_size, convert_format: 'false' };
      return site.send('POST', `/media/${to}/sideload`, { as, files, form } as object);
    });
  const added = async (...args: Parameters<typeof sideload>): Promise<Answer> => {
    const { status, data } = await sideload(...args);
    expect(status, JSON.stringify(data)).to.equal(200);
    return data;
  };
  const finalize = (sub_sizes: readonly object[], as = 'author') =>
    site.send('POST', `/media/${id}/finalize`, { as, json: { sub_sizes } });
  const finalized = async (sub_sizes: readonly object[]): Promise<Answer> => {
    const { status, data } = await finalize(sub_sizes);
    expect(status, JSON.stringify(data)).to.equal(200);
    return data;
  };
  const item = async (): Promise<Answer> =>
    (await site.send('GET', `/media/${id}?context=edit`, { as: 'author' })).data;

  it('are answered with measures that are read from the bytes, and leave the item alone until it is finalized', async () => {
    const before = await item();
    const bytes = await picture(70, 50);
    expect(await added(bytes, 'photo-70x50.jpg', 'medium')).to.deep.equal({
      image_size: 'medium',
      width: 70,
      height: 50,
      file: 'photo-70x50.jpg',
      mime_type: 'image/jpeg',
      filesize: bytes.length,
    });
    expect(await item()).to.deep.equal(before);
    expect(await site.files()).to.include('2026/01/photo-70x50.jpg');
  });

  it('are sizes of the item once it is finalized, whatever else the entries claim', async () => {
    const small = await added(await picture(70, 50), 'photo-70x50.jpg', 'medium');
    const square = await added(await picture(50, 50), 'photo-50x50.jpg', ['thumbnail', 'medium_large']);
    const { media_details, source_url } = await finalized([{ ...small, width: 9999, mime_type: 'image/x' }, square]);
    expect(media_details.sizes).to.have.keys('medium', 'thumbnail', 'medium_large', 'full');
    const { width, height, mime_type, source_url: address } = media_details.sizes.medium;
    expect([width, height, mime_type]).to.deep.equal([70, 50, 'image/jpeg']);
    expect(address).to.equal(source_url.replace('photo.jpg', 'photo-70x50.jpg'));
    expect(media_details.sizes.thumbnail.file).to.equal('photo-50x50.jpg');
    expect(await item()).to.have.nested.property('media_details.sizes.thumbnail');
  });

  it('are all there when they come at once, and when they are finalized at once', async () => {
    const names = ['medium', 'thumbnail', 'large', 'medium_large'];
    const bytes = await picture(60, 40);
    const entries = await Promise.all(names.map((name) => added(bytes, 'photo-60x40.jpg', name)));
    expect(new Set(entries.map(({ file }) => file))).to.have.lengthOf(4);
    await Promise.all(entries.map((each) => finalized([each])));
    expect((await item()).media_details.sizes).to.include.keys(names);
  });

  it('change nothing when the request is repeated', async () => {
    const entry = await added(await picture(120, 86), 'photo-scaled.jpg', 'scaled');
    const first = await finalized([entry]);
    expect(await finalized([entry])).to.deep.equal(first);
  });

  it('are shown in place of the uploaded file, which stays', async () => {
    const entry = await added(await picture(120, 86), 'photo-scaled.jpg', 'scaled');
    expect(entry).to.include({ file: '2026/01/photo-scaled.jpg', original_image: 'photo.jpg', width: 120 });
    const { source_url, media_details } = await finalized([entry]);
    expect(source_url).to.match(/2026\/01\/photo-scaled\.jpg$/);
    expect(media_details).to.include({ width: 120, height: 86, original_image: 'photo.jpg', file: entry.file });
    expect(await site.files()).to.include('2026/01/photo.jpg');
  });

  it('turn an image upright that was uploaded lying', async () => {
    const entry = await added(await picture(100, 140), 'photo-rotated.jpg', 'original');
    const { media_details } = await finalized([entry]);
    expect([media_details.width, media_details.height]).to.deep.equal([100, 140]);
    expect(media_details.image_meta.orientation).to.equal(1);
  });

  it('accompany it under names of their own', async () => {
    const entry = await added(await redAndBlue(20, 20), 'photo.jpg', 'source_original');
    expect(entry).to.deep.equal({ image_size: 'source_original', file: 'photo-1.jpg' });
    expect((await finalized([entry])).media_details.source_image).to.equal('photo-1.jpg');
  });

  it('go with the item: those of sizes, those that accompany it, those replaced, those never finalized', async () => {
    const first = await added(await picture(70, 50), 'photo-70x50.jpg', 'medium');
    await finalized([first]);
    const second = await added(await picture(70, 50), 'photo-70x50.jpg', 'medium');
    expect(second.file).to.equal('photo-70x50-1.jpg');
    await finalized([second, await added(await picture(9, 9), 'photo-source.jpg', 'source_original')]);
    await added(await picture(50, 50), 'photo-50x50.jpg', 'thumbnail');
    expect(await site.files()).to.have.lengthOf(5);
    const { status } = await site.send('DELETE', `/media/${id}?force=true`, { as: 'author' });
    expect(status).to.equal(200);
    expect(await site.files()).to.deep.equal([]);
  });

  it('keep no answer from being cached while they are removed', async () => {
    await added(await picture(50, 50), 'photo-50x50.jpg', 'thumbnail');
    const removals = recordRemovals(site);
    await site.send('DELETE', `/media/${id}?force=true`, { as: 'author' });
    expect(removals).to.eql([true, true]);
  });

  it('do not take the name of a file of another item', async () => {
    await site.upload(await picture(90, 90), 'photo-70x50.jpg');
    const entry = await added(await picture(70, 50), 'other-70x50.jpg', 'medium');
    expect(entry.file).to.equal('other-70x50-1.jpg');
  });

  describe('are refused, and leave no file,', () => {
    let before: string[];
    beforeEach(async () => {
      before = await site.files();
    });
    afterEach(async () => expect(await site.files()).to.deep.equal(before));

    const refused = async (answer: Promise<{ status: number; data: unknown }>, status: number, code: string) => {
      const { status: actual, data } = await answer;
      expect([actual, (data as Answer).code]).to.deep.equal([status, code]);
    };

    it('when they are larger than their size', async () => {
      const large = await picture(400, 10);
      await refused(sideload(large, 'a.jpg', 'medium'), 400, 'rest_upload_dimension_mismatch');
      await refused(sideload(large, 'a.jpg', ['large', 'thumbnail']), 400, 'rest_upload_dimension_mismatch');
      await refused(sideload(large, 'a.jpg', 'original'), 400, 'rest_upload_dimension_mismatch');
    });

    it('when they are of no size that there is', async () => {
      const bytes = await picture(7, 5);
      await refused(sideload(bytes, 'a.jpg', 'huge'), 400, 'rest_invalid_param');
      await refused(sideload(bytes, 'a.jpg', ['medium', 'scaled']), 400, 'rest_invalid_param');
      await refused(sideload(bytes, 'a.jpg', []), 400, 'rest_invalid_param');
    });

    it('when they are no image', async () => {
      const text = Buffer.from('words');
      await refused(sideload(text, 'a.jpg', 'medium'), 500, 'rest_upload_unknown_error');
      await refused(sideload(text, 'a.txt', 'medium'), 400, 'rest_upload_invalid_image');
      await refused(sideload(text, 'a.txt', 'source_original'), 400, 'rest_upload_invalid_image');
      await refused(sideload(await picture(5, 5), 'a.jpg', 'animated_video'), 400, 'rest_upload_invalid_image');
    });

    it('from users who may not change the item, or not upload', async () => {
      const bytes = await picture(7, 5);
      await refused(sideload(bytes, 'a.jpg', 'medium', { as: 'contributor' }), 403, 'rest_cannot_edit_image');
      await refused(sideload(bytes, 'a.jpg', 'medium', { as: 'anonymous' }), 401, 'rest_cannot_edit_image');
      await refused(finalize([], 'contributor'), 403, 'rest_cannot_edit_image');
      const { data } = await site.upload(bytes, 'b.jpg', { as: 'editor' });
      const to = (data as Answer).id;
      before = await site.files();
      await refused(sideload(bytes, 'a.jpg', 'medium', { to }), 403, 'rest_cannot_edit');
    });

    it('when they were not added to this item for that size', async () => {
      const bytes = await picture(7, 5);
      const other = (await site.upload(bytes, 'b.jpg')).data as Answer;
      const entry = await added(bytes, 'b-7x5.jpg', 'medium', { as: 'author', to: other.id });
      before = await site.files();
      await refused(finalize([entry]), 400, 'rest_invalid_sub_size_file');
      await refused(finalize([{ image_size: 'medium', file: '../../secret.jpg' }]), 400, 'rest_invalid_sub_size_file');
      const own = await added(bytes, 'photo-7x5.jpg', 'medium');
      before = await site.files();
      await refused(finalize([{ ...own, image_size: 'scaled' }]), 400, 'rest_invalid_sub_size_file');
    });
  });

  it('are all there is of an image whose sizes it makes: the upload is stored as it came', async () => {
    const bytes = await redAndBlue(400, 300, { orientation: 6 });
    const query = { generate_sub_sizes: 'false' };
    const { data } = await site.upload(bytes, 'lying.jpg', { form: query });
    const { media_details, missing_image_sizes, exif_orientation, filename, source_url } = data as Answer;
    expect(source_url).to.match(/lying\.jpg$/);
    expect([exif_orientation, filename]).to.deep.equal([6, 'lying.jpg']);
    expect(media_details.sizes).to.deep.equal({});
    expect(missing_image_sizes).to.have.members(['medium', 'thumbnail']);
    expect(await site.files()).to.deep.equal(['2026/01/lying.jpg', '2026/01/photo.jpg']);
  });

  it('are the sizes that an upload of a document misses', async () => {
    const form = { generate_sub_sizes: 'false' };
    const { data } = await site.upload(Buffer.from('%PDF-1.4\n%%EOF\n'), 'a.pdf', { form });
    expect((data as Answer).missing_image_sizes).to.deep.equal(['thumbnail', 'medium', 'large']);
  });

  it('are not waited for where the client does not say so', async () => {
    const { data } = await site.upload(await picture(400, 300), 'a.jpg', { form: { generate_sub_sizes: 'true' } });
    expect((data as Answer).media_details.sizes).to.include.keys('medium', 'thumbnail');
    expect(data).to.not.have.any.keys('exif_orientation', 'filename');
  });

  it('are added to images and documents alone', async () => {
    const text = (await site.upload(Buffer.from('words'), 'a.txt')).data as Answer;
    const { status, data } = await sideload(await picture(7, 5), 'a.jpg', 'medium', { to: text.id });
    expect([status, (data as Answer).code]).to.deep.equal([400, 'rest_post_invalid_id']);
  });

  it('are the pages of documents that are looked at', async () => {
    const pdf = (await site.upload(Buffer.from('%PDF-1.4\n%%EOF\n'), 'a.pdf')).data as Answer;
    id = pdf.id;
    const entry = await added(await picture(400, 500), 'a-pdf.jpg', 'full');
    const { media_details } = await finalized([entry]);
    expect(media_details.sizes.full).to.include({ width: 400, file: 'a-pdf.jpg' });
  });
});

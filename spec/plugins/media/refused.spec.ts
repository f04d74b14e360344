import { deflateSync } from 'node:zlib';
import { expect } from 'chai';
import { type MediaSite, openMediaSite } from './media-site.ts';
import { picture } from './pictures.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

/** A PNG that says it is 50,000 pixels wide and high, in a few kilobytes. */
function bomb(): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(50_000, 0);
  head.writeUInt32BE(50_000, 4);
  head[8] = 1;
  const chunk = (type: string, data: Buffer) => {
    const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(type), data, Buffer.alloc(4)]);
    bytes.writeUInt32BE(data.length, 0);
    bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4);
    return bytes;
  };
  const pixels = deflateSync(Buffer.alloc(6251 * 500));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

describe('uploads that are refused', () => {
  let site: MediaSite;
  let jpeg: Buffer;
  before(async () => {
    site = await openMediaSite({ options: { maxFileSize: 100_000, maxSpace: 120_000 } });
    jpeg = await picture(40, 30);
  });
  after(() => site.close());
  afterEach(async () => {
    expect(await site.files()).to.deep.equal([]);
    expect((await site.posts.query({ types: ['attachment'], statuses: ['any', 'inherit'] })).total).to.equal(0);
  });

  const text = (content: string) => async () => Buffer.from(content);
  for (const [what, name, bytes] of [
    ['a JPEG named .php', 'photo.php', async () => jpeg],
    ['a JPEG named .php.', 'photo.php.', async () => jpeg],
    ['a name without an extension', 'photo', async () => jpeg],
    ['a page of PHP named .jpg', 'photo.jpg', text('<?php phpinfo();')],
    ['an SVG with a script', 'drawing.svg', text(SVG)],
    ['an SVG named .png', 'drawing.png', text(SVG)],
    ['an SVG named .txt', 'drawing.txt', text(`\n\n<?xml version="1.0"?>${SVG}`)],
    ['HTML named .txt', 'notes.txt', text('  <!DOCTYPE html><p>')],
    ['a script in the middle of a text', 'notes.csv', text('a,b\n"<script>alert(1)</script>",c')],
    ['HTML named .html of an author', 'page.html', text('<p>Hello</p>')],
    ['a program named .pdf', 'paper.pdf', async () => Buffer.from(`MZ${'\0'.repeat(200)}`)],
    ['bytes named .txt', 'notes.txt', async () => Buffer.from([0, 1, 2, 3, 255])],
    ['text that begins like a GIF', 'a.gif', text('GIF89a/*<script>alert(1)</script>*/=1;')],
    ['an image of 50,000 by 50,000 pixels', 'bomb.png', async () => bomb()],
    ['an empty file', 'empty.jpg', async () => Buffer.alloc(0), 'rest_upload_no_data'],
  ] as [string, string, () => Promise<Buffer>, string?][]) {
    it(`${what} is no file of this site, as bytes`, async () => {
      const { status, data } = await site.upload(await bytes(), name);
      const isEmpty = name === 'empty.jpg';
      expect([status, (data as { code: string }).code]).to.deep.equal(
        isEmpty ? [400, 'rest_upload_no_data'] : [500, 'rest_upload_sideload_error'],
      );
    });

    it(`${what} is no file of this site, in a form`, async () => {
      const { status, data } = await site.upload(await bytes(), name, { form: true });
      expect([status, (data as { code: string }).code]).to.deep.equal([500, 'rest_upload_unknown_error']);
    });
  }

  const jpegOf = (size: number) => Buffer.concat([jpeg, Buffer.alloc(size - jpeg.length)]);
  for (const [what, options, status, code] of [
    ['no Content-Type', { headers: { 'content-type': null } }, 400, 'rest_upload_no_content_type'],
    ['no Content-Disposition', { headers: { 'content-disposition': null } }, 400, 'rest_upload_no_content_disposition'],
    [
      'a disposition without a name',
      { headers: { 'content-disposition': 'inline; size=3' } },
      400,
      'rest_upload_invalid_disposition',
    ],
    ['another hash', { headers: { 'content-md5': 'AAAAAAAAAAAAAAAAAAAAAA==' } }, 412, 'rest_upload_hash_mismatch'],
    ['no user', { as: 'anonymous' }, 401, 'rest_cannot_create'],
    ['a contributor', { as: 'contributor' }, 403, 'rest_cannot_create'],
    ['an item that is not there', { query: { post: '99999' } }, 403, 'rest_cannot_edit'],
  ] as const) {
    it(`${what} is answered by ${status} ${code}`, async () => {
      const answer = await site.upload(jpeg, 'a.jpg', { as: 'author', ...options });
      expect([answer.status, (answer.data as { code: string }).code]).to.deep.equal([status, code]);
    });
  }

  it('more bytes than a file may have is answered by 400 rest_upload_file_too_big', async () => {
    const { status, data } = await site.upload(jpegOf(100_001), 'a.jpg');
    expect([status, (data as { code: string }).code]).to.deep.equal([400, 'rest_upload_file_too_big']);
  });

  it('more bytes than there is room for is answered by 400 rest_upload_limited_space', async () => {
    const first = await site.upload(jpegOf(90_000), 'a.jpg');
    const { status, data } = await site.upload(jpegOf(90_000), 'b.jpg');
    expect([first.status, status, (data as { code: string }).code]).to.deep.equal([
      201,
      400,
      'rest_upload_limited_space',
    ]);
    await site.send('DELETE', `/media/${(first.data as { id: number }).id}?force=true`, { as: 'author' });
  });

  for (const type of ['attachment', 'revision']) {
    it(`belonging to an item of the type ${type} is answered by 400 rest_invalid_param`, async () => {
      const parent = await site.posts.insert({
        title: 'x',
        type,
        status: 'inherit',
        author: site.users.admin!.user.id,
      });
      const { status, data } = await site.upload(jpeg, 'a.jpg', { as: 'admin', query: { post: parent.id } });
      const code = (data as { code: string }).code;
      expect([status, code]).to.deep.equal(
        type === 'revision' ? [403, 'rest_cannot_edit'] : [400, 'rest_invalid_param'],
      );
      await site.posts.delete(parent.id);
    });
  }
});

describe('uploads that fail on the way', () => {
  it('leave neither a file nor an item behind', async () => {
    const site = await openMediaSite();
    // A store that fails last, when files and rows are there.
    await site.database.db.schema
      .createIndex('no_second_alt')
      .unique()
      .on('postmeta')
      .columns(['meta_key', 'meta_value'])
      .execute();
    const bytes = await picture(400, 300);
    const first = await site.upload(bytes, 'a.jpg', { query: { alt_text: 'same' } });
    const before = await site.files();
    const second = await site.upload(bytes, 'b.jpg', { query: { alt_text: 'same' } });
    expect([first.status, second.status]).to.deep.equal([201, 500]);
    expect(await site.files()).to.deep.equal(before);
    expect((await site.posts.query({ types: ['attachment'], statuses: ['inherit'] })).total).to.equal(1);
    await site.close();
  });
});

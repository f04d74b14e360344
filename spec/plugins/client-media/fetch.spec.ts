import { expect } from 'chai';
import clientMedia from '../../../plugins/client-media/index.ts';
import publicWeb from '../../../plugins/public-web/index.ts';
import { type OtherSite, startOtherSite } from '../../support/other-site.ts';
import { type MediaSite, openMediaSite } from '../media/media-site.ts';
import { picture } from '../media/pictures.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of the interface.
type Answer = any;

describe('an image of another site', () => {
  let other: OtherSite;
  let site: MediaSite;
  const content = new Map<string, Uint8Array>();
  before(async () => {
    content.set('/a%20photo.jpg', await picture(400, 300));
    content.set('/words.jpg', Buffer.from('words'));
    content.set('/none.jpg', Buffer.alloc(0));
    content.set('/large.jpg', Buffer.concat([await picture(400, 300), Buffer.alloc(200_000)]));
    content.set('/photo.php', await picture(4, 3));
    other = await startOtherSite((request, response) => {
      const bytes = content.get(request.url ?? '');
      response.writeHead(bytes === undefined ? 404 : 200).end(bytes ?? 'gone');
    });
    site = await openMediaSite({
      plugins: [publicWeb, clientMedia],
      options: { maxFileSize: 100_000 },
      more: { 'public-web': { alsoHosts: [other.host] } },
    });
  });
  after(async () => {
    await site.close();
    await other.close();
  });
  const fetched = (url: unknown, as = 'author', more: object = {}) =>
    site.send('POST', '/media', { as, json: { url, ...more } });

  for (const name of ['words.jpg', 'none.jpg', 'large.jpg', 'gone.jpg', 'photo.php', '', '%ZZ.jpg']) {
    it(`is refused, and leaves no file, where it is none: /${name}`, async () => {
      const { status, data } = await fetched(`${other.url}/${name}`);
      expect([status, (data as Answer).code]).to.deep.equal([400, 'rest_invalid_url']);
      expect(await site.files()).to.deep.equal([]);
    });
  }

  it('is refused where it is none of the public web', async () => {
    const port = other.host.split(':')[1];
    for (const url of [
      `http://localhost:${port}/a%20photo.jpg`,
      'file:///a.jpg',
      'ftp://127.0.0.1/a.jpg',
      'a.jpg',
      7,
    ]) {
      expect(((await fetched(url)).data as Answer).code, String(url)).to.equal('rest_invalid_url');
    }
  });

  it('is refused to users who may not upload, before any request to the other site', async () => {
    const before = other.asked.length;
    expect((await fetched(`${other.url}/a%20photo.jpg`, 'contributor')).status).to.equal(403);
    expect((await fetched(`${other.url}/a%20photo.jpg`, 'anonymous')).status).to.equal(401);
    expect(other.asked).to.have.lengthOf(before);
  });

  it('becomes an item like one that is uploaded', async () => {
    const post = await site.posts.insert({ title: 'Post' }, { by: site.users.author!.user });
    const { status, data } = await fetched(`${other.url}/a%20photo.jpg`, 'author', { post: post.id });
    expect(status, JSON.stringify(data)).to.equal(201);
    const { source_url, media_details, title, post: parent } = data as Answer;
    expect(source_url).to.match(/2026\/01\/a-photo\.jpg$/);
    expect(media_details.sizes).to.include.keys('medium', 'thumbnail');
    expect([title.raw, parent]).to.deep.equal(['a-photo', post.id]);
  });

  it('yields to a file that the request holds', async () => {
    const { data } = await site.upload(await picture(9, 9), 'own.jpg', { form: { url: `${other.url}/words.jpg` } });
    expect((data as Answer).source_url).to.match(/own\.jpg$/);
  });
});

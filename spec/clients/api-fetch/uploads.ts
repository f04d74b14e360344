import { expect } from 'chai';
import sharp from 'sharp';
import { apiFetch } from './client.ts';
import { type Data, failure, type Page } from './page.ts';

/** Files, with the client's middleware for uploads. */
export function describeUploads(page: Page): void {
  describe('uploads', () => {
    let image: Blob;
    before(async () => {
      const pixels = { create: { width: 400, height: 300, channels: 3 as const, background: 'green' } };
      image = new Blob([new Uint8Array(await sharp(pixels).png().toBuffer())], { type: 'image/png' });
    });

    const upload = (name: string, fields: Record<string, string> = {}) => {
      const body = new FormData();
      body.append('file', image, name);
      for (const [key, value] of Object.entries(fields)) body.append(key, value);
      return apiFetch<Data>({ path: '/wp/v2/media', method: 'POST', body });
    };

    it('are made of a form, and answered with what a block of an image needs', async () => {
      const made = await upload('green.png', { alt_text: 'Green', caption: 'All “green”' });
      expect(made).to.deep.include({ alt_text: 'Green', media_type: 'image' });
      expect([made.caption.raw, made.title.raw]).to.deep.equal(['All “green”', 'green']);
      expect(Object.keys(made.media_details.sizes)).to.include.members(['thumbnail', 'medium', 'full']);
      expect(made.source_url).to.match(/^http.*\/green\.png$/);
    });

    it('whose answer is lost are finished by the id in the header of the failure', async () => {
      const made = await upload('lost-green.png');
      expect(page.sent).to.deep.equal([
        'POST /wp-json/wp/v2/media',
        `POST /wp-json/wp/v2/media/${made.id}/post-process`,
      ]);
      expect(made.media_details).to.include({ width: 400, height: 300 });
    });

    it('that are refused say why', async () => {
      expect(await failure(upload('page.html'))).to.include({ code: 'rest_upload_unknown_error' });
      expect(page.sent).to.have.length(1);
    });
  });
}

import { expect } from 'chai';
import { ask } from '../support/asking.ts';
import { CookieJar } from '../support/cookie-jar.ts';
import type { Credentials } from '../support/sign-in.ts';
import type { StartedSite } from '../support/started-site.ts';
import { ERROR_CODES, type Who } from './error-codes.ts';

const WRONG: Credentials = { username: 'admin', password: 'wrong' };

/** The apps for iOS and Android, and the libraries that they are built of. */
export function describeNativeApps(site: StartedSite): void {
  describe('native apps', () => {
    const root = () => `${site.url}/wp-json`;

    describe('find the interface', () => {
      it('by HEAD of the address of the site, under a path that ends in wp-json', async () => {
        const { status, headers } = await ask('HEAD', `${site.url}/`);
        const [, found = ''] = /<([^>]+)>;\s*rel="https:\/\/api\.w\.org\/"/.exec(headers.get('Link')!) ?? [];
        expect([status, new URL(found).pathname.split('/').filter(Boolean).at(-1)]).to.deep.equal([200, 'wp-json']);
      });

      it('in an index with the types that they insist on', async () => {
        const { json } = await ask('GET', `${root()}/`);
        for (const name of ['name', 'description', 'url', 'home', 'timezone_string'])
          expect(json[name]).to.be.a('string');
        expect(typeof json.gmt_offset).to.be.oneOf(['string', 'number']);
        expect(json.namespaces).to.include('wp/v2');
        expect(json.authentication['application-passwords'].endpoints.authorization).to.match(/^http/);
        expect(
          Object.values(json.routes).every((route) => Array.isArray((route as { methods: unknown }).methods)),
        ).to.equal(true);
      });

      it('by RSD, where they are led from the head of the page', async () => {
        const page = (await ask('GET', `${site.url}/`)).json as string;
        const [, href = ''] = /<link rel="EditURI" type="application\/rsd\+xml"[^>]* href="([^"]+)"/.exec(page) ?? [];
        const { status, headers, json } = await ask('GET', href);
        expect([status, headers.get('content-type')]).to.deep.equal([200, 'text/xml; charset=UTF-8']);
        expect(json).to.contain(`<api name="WP-API" blogID="1" preferred="false" apiLink="${root()}/" />`);
      });
    });

    it('are given an application password by the page that the index names, after the login form', async () => {
      const { fetch } = new CookieJar();
      const { json } = await ask('GET', `${root()}/`);
      const address = new URL(json.authentication['application-passwords'].endpoints.authorization);
      const app = { app_name: 'Pocket', app_id: '3f4e6d0a-27c1-4ea6-9e58-0d7a1d1f7c0e', success_url: 'pocket://done' };
      address.search = String(new URLSearchParams(app));

      const sentAway = await fetch(address, { redirect: 'manual' });
      const login = new URL(sentAway.headers.get('location')!, address);
      const form = { log: site.admin.username, pwd: site.admin.password };
      const body = new URLSearchParams({ ...form, redirect_to: login.searchParams.get('redirect_to')! });
      const signedIn = await fetch(login, { method: 'POST', body, redirect: 'manual' });
      expect(signedIn.headers.get('location')).to.equal(address.href);

      const page = await (await fetch(address)).text();
      const fields = [...page.matchAll(/<input [^>]*>/g)].map(([tag]): [string, string] => [
        / name="([^"]*)"/.exec(tag)![1]!,
        / value="([^"]*)"/.exec(tag)![1]!,
      ]);
      const approval = new URLSearchParams([...fields, ['approve', '1']]);
      const approved = await fetch(address, { method: 'POST', body: approval, redirect: 'manual' });
      const { protocol, searchParams } = new URL(approved.headers.get('location')!);
      expect([protocol, searchParams.get('site_url'), searchParams.get('user_login')]).to.deep.equal([
        'pocket:',
        site.url,
        'admin',
      ]);
      const as = { username: 'admin', password: searchParams.get('password')! };
      expect((await ask('GET', `${root()}/wp/v2/users/me`, { as })).status).to.equal(200);
    });

    it('name the same page by the address that WordPress has', async () => {
      const { status, headers } = await ask('GET', `${site.url}/wp-admin/authorize-application.php?app_name=Pocket`);
      expect(status).to.equal(302);
      expect(headers.get('location')).to.contain('/login');
    });

    it('send lists with commas', async () => {
      const { json } = await ask('GET', `${root()}/wp/v2/types/post?_fields=slug,rest_base`);
      expect(json).to.deep.equal({ slug: 'post', rest_base: 'posts' });
      expect((await ask('GET', `${root()}/wp/v2/posts?include=1,999&_fields=id,slug`)).json).to.deep.equal([
        { id: 1, slug: 'hello-world' },
      ]);
    });

    describe('distinguish errors by their codes', () => {
      let reader: Credentials;
      before(async () => {
        const as = site.app;
        const made = async (path: string, json: object) =>
          (await ask('POST', `${root()}/wp/v2/${path}`, { as, json })).json;
        const { id } = await made('users', {
          username: 'reader',
          email: 'reader@example.org',
          password: 'x',
          roles: ['subscriber'],
        });
        const { password } = await made(`users/${id}/application-passwords`, { name: 'Client' });
        reader = { username: 'reader', password };
        const headers = { 'Content-Disposition': 'attachment; filename=a.txt', 'Content-Type': 'text/plain' };
        const uploaded = await ask('POST', `${root()}/wp/v2/media`, { as, headers, body: 'text' });
        const locked = await made('posts', { title: 'Locked', status: 'publish', password: 'secret' });
        const binned = await made('posts', { title: 'Binned', status: 'publish' });
        await ask('DELETE', `${root()}/wp/v2/posts/${binned.id}`, { as });
        expect([id, uploaded.json.id, locked.id, binned.id]).to.deep.equal([2, 3, 4, 5]);
      });

      for (const [code, status, who, request, json] of ERROR_CODES) {
        it(`${request}${json === undefined ? '' : ` ${JSON.stringify(json)}`} of ${who} is ${status} ${code}`, async () => {
          const [method = '', path = ''] = request.split(' ');
          const callers: Record<Who, Credentials | undefined> = { admin: site.app, reader, nobody: undefined };
          const as = code === 'incorrect_password' ? WRONG : callers[who];
          const answer = await ask(method, root() + path, {
            ...(as === undefined ? {} : { as }),
            ...(json === undefined ? {} : { json }),
          });
          expect([answer.status, answer.json.code]).to.deep.equal([status, code]);
          // Errors of the store of users have no data, and such errors have the status 500.
          if (status < 500) expect(answer.json.data.status).to.equal(status);
        });
      }
    });
  });
}

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { createHost, type Host } from '../../../host/index.ts';
import { describeBesideWordPress } from '../../support/wordpress/described.ts';

/** A PHP plugin with a route and a content type of its own. */
const PLUGIN = `<?php
add_action('init', fn () => register_post_type('book', ['public' => true, 'show_in_rest' => true, 'rest_base' => 'books']));
add_action('rest_api_init', fn () => register_rest_route('shop/v1', '/me', [
    'methods' => ['GET', 'POST'],
    'permission_callback' => '__return_true',
    'callback' => fn ($request) => [
        'user' => get_current_user_id(),
        'body' => $request->get_json_params(),
        'ip' => $_SERVER['HTTP_X_FORWARDED_FOR'],
    ],
]));
`;

describeBesideWordPress('upstream beside a WordPress', {}, (wordpress) => {
  let host: Host;
  let url: string;

  before(async () => {
    const folder = join(wordpress().path, 'wp-content/mu-plugins');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'shop.php'), PLUGIN);
    host = await createHost({
      wordpress: wordpress().path,
      upstream: wordpress().url,
      url: wordpress().url,
      logLevel: 'silent',
      options: { upstream: { clientHost: false }, database: { own: 'sqlite::memory:' } },
    });
    url = await host.listen(0, '127.0.0.1');
  });
  after(() => host?.close());

  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${url}/wp-json${path}`, init);
    return { status: answer.status, headers: answer.headers, data: (await answer.json()) as Record<string, unknown> };
  };
  const admin = () => ({ authorization: wordpress().authorization('admin') });

  it('has PHP answer its routes, to the user whose credentials the client sends', async () => {
    expect((await ask('/shop/v1/me')).data).to.include({ user: 0, ip: '127.0.0.1' });
    const body = JSON.stringify({ title: 'Ärger', list: [1, 2] });
    const headers = { ...admin(), 'Content-Type': 'application/json', Origin: 'https://front.example' };
    const made = await ask('/shop/v1/me', { method: 'POST', headers, body });
    expect(made.data).to.deep.include({ user: wordpress().users.admin, body: JSON.parse(body) });
    expect(made.headers.get('access-control-allow-origin')).to.equal('https://front.example');
  });

  it('has PHP answer for a content type that it alone knows, in a namespace of both', async () => {
    const { status, headers } = await ask('/wp/v2/books');
    expect([status, headers.get('x-wp-total')]).to.eql([200, '0']);
    expect((await ask('/wp/v2/books/999')).data.code).to.equal('rest_post_invalid_id');
  });

  it('lists the routes of both in the index', async () => {
    const { data } = await ask('/');
    expect(data.namespaces).to.include.members(['wp/v2', 'shop/v1']);
    expect(data.routes).to.include.keys('/wp/v2/posts', '/wp/v2/books', '/shop/v1/me');
  });
});

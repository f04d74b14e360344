import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { createHost, type Host } from '../../../host/index.ts';
import { Options } from '../../../plugins/options/index.ts';
import { PostStore } from '../../../plugins/posts/index.ts';

describe('doctor wordpress', () => {
  let folder: string;
  let host: Host | undefined;
  const file = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-doctor-'));
    file('wp-config.php', `<?php define('WP_HOME', 'https://a.example'); define('WP_SITEURL', getenv('URL'));`);
    file('wp-includes/version.php', `<?php\n$wp_version = '6.8.1';`);
  });
  afterEach(async () => {
    await host?.close();
    host = undefined;
    rmSync(folder, { recursive: true });
  });

  async function start(wordpress?: string): Promise<void> {
    host = await createHost({
      database: 'sqlite::memory:',
      brand: 'wp',
      logLevel: 'silent',
      ...(wordpress === undefined ? {} : { wordpress }),
    });
  }
  async function run(flags: Record<string, string> = {}): Promise<string> {
    const lines: string[] = [];
    const command = host!.generation.commands.find(({ name }) => name === 'doctor wordpress')!;
    await command.run({ flags, print: (line: string) => void lines.push(line) } as never);
    return lines.join('\n');
  }

  it('tells what is served, what active code adds, and what to do', async () => {
    file('wp-content/plugins/shop/shop.php', `<?php register_rest_route('shop/v1', '/x', []);`);
    file('wp-content/plugins/shop/inc/more.php', `<?php add_filter('rest_prepare_post', 'f');`);
    file('wp-content/plugins/shop/tests/a.php', `<?php register_rest_route('tests/v1', '/x', []);`);
    file('wp-content/plugins/single.php', `<?php add_shortcode('one', 'f');`);
    file('wp-content/plugins/idle/idle.php', `<?php register_rest_route('idle/v1', '/x', []);`);
    file('wp-content/mu-plugins/must.php', '<?php');
    file('wp-content/object-cache.php', '<?php');
    await start(folder);
    const { services } = host!.generation;
    await services
      .get('spec', Options)
      .set('active_plugins', ['shop/shop.php', 'single.php', 'gone/gone.php', '../out.php']);
    await services.get('spec', PostStore).insert({ type: 'post', status: 'publish', title: 'One' });
    const text = await run();
    for (const line of [
      `WordPress 6.8.1 in ${folder}, the site https://a.example, tables wp_…`,
      'Served: post (1); 0 users',
      '  shop (plugin): adds',
      '    routes that PHP alone answers: shop/v1',
      '    filters that change answers, and do not here: rest_prepare_post',
      '  single.php (plugin): adds',
      '    shortcodes or blocks that stay as they are written here: one',
      '  gone (plugin): adds nothing to the interface\n    not all of it could be read',
      '  must.php (must-use plugin): adds nothing to the interface',
      '  wp-config.php: WP_SITEURL is computed by PHP; say what it is with constants: { WP_SITEURL: … }.',
      '  Have PHP answer what is not here: --upstream=http://ADDRESS-OF-PHP.',
      '  PHP keeps objects of its own in a cache (object-cache.php), which what is written here does not empty.',
    ]) {
      expect(text).to.include(line);
    }
    expect(text).not.to.match(/idle|tests\/v1|out\.php/);
  });

  it('has nothing to be done for a site without code of its own, and tells it as JSON too', async () => {
    file('wp-config.php', '<?php');
    await start(folder);
    expect(await run()).to.match(/Success: nothing is to be done\.$/);
    expect(JSON.parse(await run({ format: 'json' }))).to.include({
      version: '6.8.1',
      isMultisite: false,
      isGuest: false,
    });
  });

  it('needs a WordPress', async () => {
    await start();
    let message = '';
    await run().catch((error: Error) => {
      message = error.message;
    });
    expect(message).to.equal('no WordPress is named; name its folder with --wordpress');
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { resolveSettings } from '../../../../host/config/resolve.ts';
import type { Settings } from '../../../../host/config/settings.ts';
import { readWordPress } from '../../../../host/config/wordpress/index.ts';

const DATABASE = `define('DB_NAME', 'blog'); define('DB_USER', 'me'); define('DB_PASSWORD', 'p@ss'); define('DB_HOST', 'db:3307');`;

describe('an installation of WordPress', () => {
  let root: string;
  let folder: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'tappet-wordpress-'));
    folder = join(root, 'site');
    mkdirSync(folder);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const write = (php: string, name = 'wp-config.php') => writeFileSync(join(folder, name), php);
  const read = (settings: Settings = {}) => readWordPress({ ...settings, wordpress: folder });
  /** What a configuration says that has a database beside what is given. */
  const readPhp = (php: string, settings: Settings = {}) => {
    write(`<?php\n${php}\n${DATABASE}\nrequire_once ABSPATH . 'wp-settings.php';`);
    return read(settings);
  };
  const constant = (php: string, name = 'X') => readPhp(php).constants[name];

  it('is read from the file that its own setup writes', () => {
    write(`<?php
/**
 * define('DB_NAME', 'commented');
 */
// define( 'DB_NAME', 'commented' ); ?> text outside: define('DB_NAME', 'text'); <?php
# define( 'DB_NAME', 'commented' );
define( 'DB_NAME', 'wordpress' );
define( "DB_USER", "it's \\"me\\"" );
define( 'DB_PASSWORD', 'a\\'b\\\\c/d' );
define( 'DB_HOST', '127.0.0.1' );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'AUTH_KEY',         'one $x {$y} \\n' );
define( 'SECURE_AUTH_KEY',  'put your unique phrase here' );
define( 'LOGGED_IN_KEY',    'same' );
define( 'NONCE_KEY',        'same' );
define( 'AUTH_SALT',        'two' );
$table_prefix = 'blog_';
define( 'WP_DEBUG', false );
if ( ! defined( 'ABSPATH' ) ) {
	define( 'ABSPATH', __DIR__ . '/elsewhere/' );
}
require_once ABSPATH . 'wp-settings.php';
define( 'WP_HOME', 'https://too.late' );`);
    const { database, unknown, constants, ...facts } = read();
    expect(database).to.equal(`mysql://it's%20%22me%22:a'b%5Cc%2Fd@127.0.0.1/wordpress`);
    expect(facts).to.deep.equal({
      path: folder,
      prefix: 'blog_',
      contentFolder: join(folder, 'wp-content'),
      uploadsFolder: join(folder, 'wp-content/uploads'),
      keys: { auth_key: 'one $x {$y} \\n', auth_salt: 'two' },
      cookies: {},
      debug: false,
      writes: false,
      derives: false,
    });
    expect(constants).to.include({ DB_CHARSET: 'utf8mb4', WP_DEBUG: false, ABSPATH: `${folder}/` });
    expect(unknown).to.be.empty;
  });

  it('has its folders, addresses and cookies from constants, also of texts that are joined', () => {
    const facts = readPhp(`
      define('ROOT', dirname(__FILE__));
      define('WP_CONTENT_DIR', ROOT . '/' . 'content');
      $host = 'https://example.org'; $host .= '/blog';
      define('WP_HOME', $host); define('WP_SITEURL', $host . '/core');
      define('WP_CONTENT_URL', WP_HOME . '/content');
      define('UPLOADS', 'files');
      define('COOKIEHASH', md5('x')); define('COOKIE_DOMAIN', '.example.org'); const COOKIEPATH = '/';
      define('SITECOOKIEPATH', '/core/');
      define('WP_DEBUG', true);`);
    expect(facts).to.deep.include({
      contentFolder: join(folder, 'content'),
      uploadsFolder: join(folder, 'files'),
      home: 'https://example.org/blog',
      siteurl: 'https://example.org/blog/core',
      contentUrl: 'https://example.org/blog/content',
      cookies: { domain: '.example.org', path: '/', sitePath: '/core/' },
      debug: true,
    });
    expect(facts.unknown).to.deep.equal([
      'COOKIEHASH is computed by PHP; say what it is with constants: { COOKIEHASH: … }',
    ]);
  });

  describe('a constant', () => {
    const values: readonly (readonly [string, unknown])[] = [
      [`define('X', 'a' . "b\\x41\\t" . 1 . true . null);`, 'abA\t11'],
      [`define('X', -2);`, -2],
      [`define('X', 0x1F);`, 31],
      [`DEFINE("X", TRUE);`, true],
      [`\\define('X', null);`, null],
      [`const X = 'k';`, 'k'],
      [`define('X', 'first'); define('X', 'second');`, 'first'],
      [`if (!defined('X')) define('X', 1); if (!defined('X')) define('X', 2);`, 1],
      [`defined('X') || define('X', 1); defined('X') or define('X', 2);`, 1],
      [`!defined('X') && define('X', 1);`, 1],
      [`if (false) { define('X', 1); } elseif (true && !false) { define('X', 2); } else { define('X', 3); }`, 2],
      [`if (file_exists(__DIR__ . '/none')): define('X', 1); elseif (0): else: define('X', 2); endif;`, 2],
      [`if (isset($table_prefix)) define('X', 1); else define('X', 2);`, 2],
      [`function f() { define('X', 1); } define('X', 2);`, 2],
      [`$a = function () { define('X', 1); return [1, ')']; }; define('X', 2);`, 2],
      [`$a = ['x' => "y;"]; $a['z'] = foo(1, ';'); define('X', 2);`, 2],
      [`$a = <<<TEXT\ndefine('X', 1);\n  TEXT;\ndefine('X', 2);`, 2],
      [`define('X', 'a # b // c /* d */');`, 'a # b // c /* d */'],
      [`define('X', 1); ?> define('X', 2) <?php define('Y', 3);`, 1],
      ['define("X", "a\\$b");', 'a$b'],
    ];
    for (const [php, value] of values) {
      it(`is ${JSON.stringify(value)} after ${php.replaceAll('\n', ' ')}`, () => expect(constant(php)).to.equal(value));
    }

    const computed = [
      `define('X', getenv('X'));`,
      `define('X', 60 * 60);`,
      `define('X', "a $b");`,
      `define('X', UNKNOWN . 'a');`,
      `if ($_SERVER['HTTP_HOST'] === 'x') { define('X', 1); } else { define('X', 2); }`,
      `if (isset($_SERVER['HTTPS'])) define('X', 1); define('X', 2);`,
      `foreach (['X'] as $name) { define('X', 1); }`,
      `try { define('X', 1); } catch (Exception $e) {}`,
      `define('X', $a ? 'b' : 'c');`,
      `define('X', \`hostname\`);`,
      `define('X', $_ENV['X'] ?? 'c');`,
    ];
    for (const php of computed) {
      it(`is not known after ${php}`, () => expect(readPhp(php).constants).not.to.have.property('X'));
    }

    it('that PHP computes is what the settings say', () => {
      const php = `define('WP_HOME', getenv('HOME'));`;
      expect(readPhp(php).unknown.join()).to.include('WP_HOME');
      expect(readPhp(php, { constants: { WP_HOME: 'http://a' } })).to.deep.include({ home: 'http://a', unknown: [] });
    });
  });

  it('reads the files that the configuration includes', () => {
    write(`<?php define('DB_NAME', 'of the file'); include 'wp-config.php';`, 'secrets.php');
    const { database } = readPhp(
      `if (file_exists(__DIR__ . '/secrets.php')) require __DIR__ . '/secrets.php'; include 'none.php';`,
    );
    expect(database).to.equal('mysql://me:p%40ss@db:3307/of%20the%20file');
  });

  it('has its configuration in the folder above where no other installation is there', () => {
    writeFileSync(join(root, 'wp-config.php'), `<?php ${DATABASE}`);
    expect(read().path).to.equal(folder);
    writeFileSync(join(root, 'wp-settings.php'), '');
    expect(() => read()).to.throw(/^wordpress: there is no wp-config.php in .*; name the folder that has one$/);
  });

  it('has one file for each host where its packages are those of Debian', () => {
    const hosts = join(root, 'etc');
    mkdirSync(hosts);
    const config = (host: string, name: string) =>
      writeFileSync(
        join(hosts, `config-${host}.php`),
        `<?php define('DB_NAME', '${name}'); define('DB_USER', 'u'); define('DB_PASSWORD', '');`,
      );
    write(`<?php
      $debian_server = preg_replace('/:.*/', "", $_SERVER['HTTP_HOST']);
      $debian_file = '${hosts}/config-'.strtolower($debian_server).'.php';
      $debian_main_file = '${hosts}/config-'.strtolower($debian_main_server).'.php';
      if (file_exists($debian_file)) { require_once($debian_file); define('DEBIAN_FILE', $debian_file); }
      elseif (file_exists($debian_main_file)) { require_once($debian_main_file); }
      elseif (file_exists("${hosts}/config-default.php")) { require_once("${hosts}/config-default.php"); }
      else { header("HTTP/1.0 404 Not Found"); exit(1); }
      if (!defined('ABSPATH')) define('ABSPATH', '/none');
      if (!defined('DB_HOST')) define('DB_HOST', '10.0.0.1');
      if (!isset($table_prefix)) $table_prefix = 'wp_';
      require_once(ABSPATH . 'wp-settings.php');`);
    const name = (settings: Settings = {}) => /[^/]*$/.exec(read(settings).database)![0];
    expect(() => name()).to.throw(/DB_USER is not defined/);
    config('default', 'default');
    expect(name()).to.equal('default');
    config('one.example', 'one');
    expect(name()).to.equal('one');
    expect(name({ url: 'http://other.example' })).to.equal('default');
    config('two.example', 'two');
    expect(name({ url: 'http://www.two.example:81' })).to.equal('two');
    expect(() => name()).to.throw(/etc has config-one.example.php, config-two.example.php; name the site with --url/);
  });

  describe('the address of its database', () => {
    const addresses = {
      '10.0.0.1': '10.0.0.1/',
      'db:3307': 'db:3307/',
      'p:db': 'db/',
      '[::1]:3307': '[::1]:3307/',
      '::1': '[::1]/',
      'localhost:3306': 'localhost:3306/',
      'localhost:/run/my.sock': 'localhost/?socketPath=%2Frun%2Fmy.sock',
      ':/run/my.sock': 'localhost/?socketPath=%2Frun%2Fmy.sock',
    };
    for (const [host, address] of Object.entries(addresses)) {
      it(`is that of ${host}`, () => {
        write(
          `<?php define('DB_NAME', ''); define('DB_USER', 'u'); define('DB_PASSWORD', ''); define('DB_HOST', '${host}');`,
        );
        expect(read().database).to.equal(`mysql://u@${address}`);
      });
    }
  });

  describe('that cannot be used is refused in one line', () => {
    const line = (php: string) => {
      write(php);
      try {
        read();
      } catch (error) {
        return (error as Error).message;
      }
      throw new Error('it was accepted');
    };

    it('which names a constant that there has to be', () => {
      expect(line('<?php')).to.match(
        /^.*wp-config.php: DB_USER is not defined; say what it is with constants: \{ DB_USER: '…' \}/,
      );
      expect(line(`<?php define('DB_USER', getenv('U'));`)).to.include('DB_USER is computed by PHP');
    });

    it('which names a prefix that PHP computes', () => {
      expect(line(`<?php ${DATABASE} $table_prefix = getenv('P');`)).to.include('$table_prefix is computed by PHP');
      expect(line(`<?php ${DATABASE} $table_prefix = 'a-b';`)).to.include('$table_prefix');
    });

    it('which names a folder that is not there', () => {
      expect(() => readWordPress({ wordpress: join(root, 'none') })).to.throw(/^wordpress: there is no .*none; name/);
    });
  });

  it('ends, and says no wrong thing, whatever the file holds', () => {
    const pieces = [
      'if',
      '(',
      ')',
      '{',
      '}',
      ';',
      'else',
      'elseif',
      ':',
      'endif',
      'define',
      "'X'",
      ',',
      '$a',
      '=',
      '!',
      '||',
      '.',
      '<?php',
      '?>',
      '"',
      '/*',
      'function',
      '1',
    ];
    let seed = 7;
    const next = () => (seed = (seed * 16807) % 2147483647);
    for (let time = 0; time < 100; time++) {
      const text = Array.from({ length: 40 }, () => pieces[next() % pieces.length]).join(' ');
      expect(
        readPhp(`/**/ ${text}`.replaceAll('/*', '').replaceAll('"', ''), {
          database: 'sqlite::memory:',
          constants: { DB_NAME: 'a' },
        }).prefix,
      ).to.equal('wp_');
    }
  });

  describe('as a setting', () => {
    it('gives the brand, the database and the address', () => {
      readPhp(`define('WP_HOME', 'https://a.example');`);
      const settings = resolveSettings({ wordpress: folder });
      expect(settings).to.include({ brand: 'wp', url: 'https://a.example', debug: false });
      expect(settings.database).to.equal('mysql://me:p%40ss@db:3307/blog');
      expect(resolveSettings({ wordpress: folder, brand: 'cms' }).brand).to.equal('cms');
    });

    it('cannot be written to and be read only', () => {
      expect(() => resolveSettings({ write: true, readOnly: true })).to.throw(/exclude one another/);
    });
  });
});

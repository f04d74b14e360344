import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { FPM, NGINX } from './pieces.ts';

/** nginx and PHP-FPM that serve a folder. */
export interface WebServer {
  /** The ids of its processes, but for those that they start. */
  readonly processes: readonly number[];
  close(): Promise<void>;
}

/** Starts nginx and PHP-FPM, with all that they write in a folder of their own. */
export async function serveFolder(site: string, folder: string, port: number): Promise<WebServer> {
  await mkdir(join(folder, 'temporary'), { recursive: true });
  const socket = join(folder, 'php.sock');
  const fpm = join(folder, 'php-fpm.conf');
  const nginx = join(folder, 'nginx.conf');
  await writeFile(fpm, fpmConfiguration(folder, socket));
  await writeFile(nginx, nginxConfiguration(site, folder, socket, port));
  const children = [
    // Where root runs the specs, PHP is to run as root too, so that both write the same folders.
    spawn(FPM!, ['--nodaemonize', '--allow-to-run-as-root', '--fpm-config', fpm], { stdio: 'ignore' }),
    spawn(NGINX!, ['-c', nginx, '-e', join(folder, 'error.log')], { stdio: 'ignore' }),
  ];
  const close = async () => void (await Promise.all(children.map(end)));
  process.once('exit', () => children.forEach((child) => void child.kill()));
  await answering(`http://127.0.0.1:${port}/wp-includes/version.php`);
  return { processes: children.map(({ pid }) => pid!), close };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}

async function answering(url: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const status = await fetch(url)
      .then((answer) => answer.status)
      .catch(() => 0);
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`nothing answers at ${url}`);
}

const fpmConfiguration = (folder: string, socket: string): string => `
[global]
error_log = ${join(folder, 'php.log')}
[www]
user = ${userInfo().username}
listen = ${socket}
pm = static
pm.max_children = 4
clear_env = no
php_admin_value[upload_max_filesize] = 32M
php_admin_value[post_max_size] = 32M
php_admin_value[error_log] = ${join(folder, 'php-errors.log')}
php_admin_flag[log_errors] = on
`;

const nginxConfiguration = (site: string, folder: string, socket: string, port: number): string => `
daemon off;
${process.getuid?.() === 0 ? `user ${userInfo().username};` : ''}
worker_processes 1;
pid ${join(folder, 'nginx.pid')};
error_log ${join(folder, 'error.log')};
events { worker_connections 256; }
http {
  include /etc/nginx/mime.types;
  access_log off;
  client_max_body_size 32m;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, 'temporary', kind)};`)
    .join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    root ${site};
    index index.php;
    location / { try_files $uri $uri/ /index.php?$args; }
    location ~ \\.php$ {
      include /etc/nginx/fastcgi_params;
      fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
      fastcgi_param HTTP_HOST $http_host;
      fastcgi_param HTTP_AUTHORIZATION $http_authorization;
      fastcgi_pass unix:${socket};
      fastcgi_read_timeout 300;
    }
  }
}
`;

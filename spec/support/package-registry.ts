import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tarballOf } from './tarball.ts';

/** The `package.json` of a published package. */
export interface PublishedManifest {
  readonly name: string;
  readonly version: string;
  readonly [key: string]: unknown;
}

/** A version of a package, whose archive is made when it is asked for. */
interface Version {
  readonly manifest: PublishedManifest;
  readonly tarball: () => Buffer;
}

/** An npm registry in memory: it gives the packages that are published to it, and finds them by keywords and words. */
export class PackageRegistry {
  readonly url: string;
  readonly #packages: Map<string, Version[]>;
  readonly #close: () => Promise<void>;

  private constructor(url: string, packages: Map<string, Version[]>, close: () => Promise<void>) {
    this.url = url;
    this.#packages = packages;
    this.#close = close;
  }

  static async start(): Promise<PackageRegistry> {
    const packages = new Map<string, Version[]>();
    const server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(decodeURIComponent(request.url!), url);
      const tarball = /^\/(.+)\/-\/(.+)\.tgz$/.exec(pathname);
      if (tarball !== null) {
        const [, name, file] = tarball;
        const content = packages
          .get(name!)
          ?.find(({ manifest }) => fileOf(manifest) === file)
          ?.tarball();
        response.statusCode = content === undefined ? 404 : 200;
        response.end(content);
        return;
      }
      const versions = packages.get(pathname.slice(1));
      const answer =
        pathname === '/-/v1/search'
          ? found(searchParams.get('text') ?? '', packages)
          : versions === undefined
            ? undefined
            : packumentOf(versions, url);
      response.statusCode = answer === undefined ? 404 : 200;
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(answer ?? { error: 'Not found' }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return new PackageRegistry(url, packages, async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
  }

  /** Publishes a version of a package with its files beside `package.json`; returns what a lock file says of it. */
  publish(manifest: PublishedManifest, files: Readonly<Record<string, string>> = {}): object {
    const texts = Object.entries({ ...files, 'package.json': JSON.stringify(manifest) });
    const tarball = tarballOf(new Map(texts.map(([path, text]) => [path, Buffer.from(text)])));
    this.offer(manifest, () => tarball);
    const { version } = manifest;
    return { version, integrity: integrityOf(tarball) };
  }

  /** Publishes a version of a package whose archive is made when it is asked for. */
  offer(manifest: PublishedManifest, tarball: () => Buffer): void {
    const { name } = manifest;
    this.#packages.set(name, [...(this.#packages.get(name) ?? []), { manifest, tarball }]);
  }

  close(): Promise<void> {
    return this.#close();
  }
}

/** The name of the archive of a version, without its end. */
const fileOf = ({ name, version }: PublishedManifest): string => `${name.split('/').at(-1)}-${version}`;

const integrityOf = (content: Buffer): string => `sha512-${createHash('sha512').update(content).digest('base64')}`;

function packumentOf(versions: readonly Version[], url: string): object {
  const { name } = versions[0]!.manifest;
  const described = versions.map(({ manifest, tarball }) => {
    const content = tarball();
    const dist = {
      tarball: `${url}/${name}/-/${fileOf(manifest)}.tgz`,
      integrity: integrityOf(content),
      shasum: createHash('sha1').update(content).digest('hex'),
    };
    return [manifest.version, { ...manifest, dist }] as const;
  });
  return { name, 'dist-tags': { latest: described.at(-1)![0] }, versions: Object.fromEntries(described) };
}

function found(text: string, packages: ReadonlyMap<string, readonly Version[]>): object {
  const [keyword, ...words] = text.split(' ');
  const newest = [...packages.values()].map((versions) => versions.at(-1)!.manifest);
  const objects = newest
    .filter(({ keywords = [] }) => (keywords as readonly string[]).includes(keyword!.replace('keywords:', '')))
    .filter(({ name, description }) => words.every((word) => `${name} ${description}`.includes(word)))
    .map((manifest) => ({ package: { links: {}, maintainers: [], publisher: {}, date: '2026-01-01', ...manifest } }));
  return { objects, total: objects.length };
}

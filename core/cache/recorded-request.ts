import { type HttpInfo, OpenHttp } from '../base/http-info.ts';
import type { CacheRecorder } from './cache-recorder.ts';

/** The headers of a request, by name in lower case. The recorder notes which of them are read. */
export class RecordedHeaders extends Map<string, string> {
  readonly #recorder: CacheRecorder;

  constructor(recorder: CacheRecorder) {
    super();
    this.#recorder = recorder;
  }

  override get(name: string): string | undefined {
    this.#recorder.headers.add(name);
    return super.get(name);
  }

  override has(name: string): boolean {
    this.#recorder.headers.add(name);
    return super.has(name);
  }

  override get size(): number {
    return this.#all(super.size);
  }

  override entries(): MapIterator<[string, string]> {
    return this.#all(super.entries());
  }

  override keys(): MapIterator<string> {
    return this.#all(super.keys());
  }

  override values(): MapIterator<string> {
    return this.#all(super.values());
  }

  override forEach(visit: (value: string, name: string, map: Map<string, string>) => void): void {
    this.#all(super.forEach(visit));
  }

  override [Symbol.iterator](): MapIterator<[string, string]> {
    return this.#all(super[Symbol.iterator]());
  }

  #all<T>(result: T): T {
    this.#recorder.markUncacheable('all headers of the request were read');
    return result;
  }
}

/** The connection of a request. The recorder notes which of its parts are read. */
export class RecordedHttp extends OpenHttp {
  readonly #http: HttpInfo;
  readonly #recorder: CacheRecorder;

  constructor(http: HttpInfo, recorder: CacheRecorder) {
    super(http);
    this.#http = http;
    this.#recorder = recorder;
  }

  override get remoteAddress(): string {
    this.#recorder.markUncacheable('the address of the client was read');
    return super.remoteAddress;
  }

  override cookie(name: string): string | undefined {
    this.#recorder.cookies.add(name);
    return this.#http.cookie(name);
  }
}

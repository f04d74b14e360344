import { type HttpInfo, OpenHttp } from '../base/http-info.ts';
import type { CacheRecorder } from './cache-recorder.ts';

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

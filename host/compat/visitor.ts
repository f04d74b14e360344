import type { Generation } from '../../core/generation.ts';
import { type CurrentUser, RequestContext, RestRequest } from '../../core/index.ts';
import { readTarget } from '../http/target.ts';
import { pageAnswer } from './page-answer.ts';
import { Reply } from './reply.ts';

/** The user, the headers and the body of a request. */
export interface VisitorRequest {
  /** Who makes the request: the administrator, or an anonymous client. */
  readonly as?: 'admin' | 'nobody';
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
}

const HTTP = { tls: false, serverName: 'localhost', remoteAddress: '127.0.0.1', cookie: () => undefined };

/** Makes requests to a generation in memory, with the URLs that clients use. */
export class Visitor {
  readonly #generation: Generation;
  readonly #admin: CurrentUser;

  constructor(generation: Generation, admin: CurrentUser) {
    this.#generation = generation;
    this.#admin = admin;
  }

  get(url: string, request?: VisitorRequest): Promise<Reply> {
    return this.ask('GET', url, request);
  }

  /** The newest public post, if there is one. */
  async newestPost(): Promise<{ readonly id: number; readonly slug: string } | undefined> {
    const list = (await this.get('/wp-json/wp/v2/posts?per_page=1&_fields=id,slug', { as: 'nobody' })).status(200);
    return (list.body('$', 'a list') as { id: number; slug: string }[])[0];
  }

  async ask(method: string, url: string, { as = 'admin', headers = {}, json }: VisitorRequest = {}): Promise<Reply> {
    const { server, site } = this.#generation;
    const target = readTarget(url, { prefix: server.urlPrefix, index: site.index, home: site.home });
    if (target.route === null) {
      const page = await pageAnswer(this.#generation, method, url, headers);
      return new Reply(`${method} ${url}`, page.status, page.headers, page.text);
    }
    const context = new RequestContext({ http: HTTP, ...(as === 'admin' ? { user: this.#admin } : {}) });
    const type: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json' };
    const request = new RestRequest(method, target.route, {
      query: target.query,
      headers: { ...type, ...headers },
      context,
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const { status, headers: answered, body } = await server.serve(request);
    const text = typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body).toString() : '';
    return new Reply(`${method} ${url}`, status, answered, text);
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http';

/** An absolute target, as proxies are sent: the host, and the rest. */
const ABSOLUTE = /^https?:\/\/([^/?#]*)([^#]*)/i;

/** How many `Host` headers a request has; Node.js itself shows the first alone. */
function hostsOf({ rawHeaders }: IncomingMessage): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts;
}

/**
 * Brings the line of a request into its usual form: of an absolute target, which servers must take, the host becomes the
 * `Host` header and the rest the target. A request that names several hosts is refused with status 400, since a proxy
 * before the host may have taken another one of them; answers with whether the request is to be handled.
 */
export function acceptRequestLine(request: IncomingMessage, response: ServerResponse): boolean {
  if (hostsOf(request) > 1) {
    response.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
    response.end('The request names its host more than once.\n');
    return false;
  }
  const absolute = request.url!.startsWith('/') ? null : ABSOLUTE.exec(request.url!);
  if (absolute !== null) {
    const [, host = '', rest = ''] = absolute;
    request.headers.host = host;
    request.url = rest.startsWith('/') ? rest : `/${rest}`;
  }
  return true;
}

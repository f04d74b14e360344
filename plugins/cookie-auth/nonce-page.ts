import type { Brand, HttpContext } from '../../core/index.ts';
import type { Nonces } from '../nonces/index.ts';
import type { BrowserSessions } from '../sessions/index.ts';

/** Answers with a fresh nonce for the interface as plain text; `0` and status 400 to a client that is not signed in. */
export async function sendNonce(
  context: HttpContext,
  { brand, nonces, browser }: { readonly brand: Brand; readonly nonces: Nonces; readonly browser: BrowserSessions },
): Promise<void> {
  const session = await browser.current(context);
  context.type = 'text/plain; charset=utf-8';
  context.set('Cache-Control', 'no-store');
  context.status = session === undefined ? 400 : 200;
  context.body =
    session === undefined
      ? '0'
      : nonces.create(brand.nonceAction, { userId: session.userId, sessionToken: session.token });
}

import { type Brand, isLoggedIn, type RestError, type RestRequest } from '../../core/index.ts';
import { ANONYMOUS } from '../../core/rest/index.ts';
import type { NonceHolder, Nonces } from '../nonces/index.ts';
import { errors } from './errors.ts';
import { cookieSession, cookieStatus } from './status.ts';

/**
 * Decides by the nonce whether a request that a cookie identified may go on as that user: the six steps of section 5.
 * @param headers takes the refreshed nonce that goes out with the answer
 */
export function checkCookieNonce(
  result: RestError | true | null,
  request: RestRequest,
  headers: Record<string, string>,
  { brand, nonces }: { readonly brand: Brand; readonly nonces: Nonces },
): RestError | true | null {
  if (result) return result;
  if (cookieStatus(request.context) !== true && isLoggedIn(request.user)) return result;
  const nonce = nonceOf(request, brand.header('Nonce'));
  if (nonce === null) {
    request.context.user = ANONYMOUS;
    return true;
  }
  const sessionToken = cookieSession(request.context)?.token ?? '';
  const holder: NonceHolder = { userId: request.user.id, sessionToken };
  if (nonces.verify(nonce, brand.nonceAction, holder) === false) return errors.rest_cookie_invalid_nonce();
  headers[brand.header('Nonce')] = nonces.create(brand.nonceAction, holder);
  return true;
}

/** The nonce of a request, of whatever type: form, then query, then header; null when there is none. */
const nonceOf = (request: RestRequest, header: string): unknown =>
  request.paramsOf('body')._wpnonce ?? request.paramsOf('query')._wpnonce ?? request.getHeader(header);

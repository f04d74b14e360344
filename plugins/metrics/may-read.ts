import { createHash, timingSafeEqual } from 'node:crypto';
import { type HttpContext, isLocal } from '../../core/index.ts';

/** Who may read the figures. */
export interface Readers {
  /** What a reader sends as `Authorization: Bearer`; empty for nobody. */
  readonly token: string;
  /** Whether clients on this machine may read without it. */
  readonly local: boolean;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether a request may read the figures. */
export function mayRead(http: HttpContext, { token, local }: Readers): boolean {
  if (local && isLocal(http)) return true;
  const sent = /^Bearer +(.+)$/i.exec(http.get('Authorization'))?.[1];
  return token !== '' && sent !== undefined && timingSafeEqual(digest(sent), digest(token));
}

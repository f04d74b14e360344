import { createHash, timingSafeEqual } from 'node:crypto';
import type { HttpContext, Site } from '../../core/index.ts';
import { isLocalSite } from '../../core/rest/index.ts';
import { isLocal } from '../health/index.ts';

/** Who may read the figures. */
export interface Readers {
  /** The token that a reader sends as `Authorization: Bearer`; empty for none. */
  readonly token: string;
  /** Whether clients on this machine may read without it; on a site of this machine alone when left out. */
  readonly local?: boolean | undefined;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether a request may read the figures. */
export function mayRead(http: HttpContext, site: Site, { token, local = isLocalSite(site) }: Readers): boolean {
  if (local && isLocal(http)) return true;
  const sent = /^Bearer +([^ ].*)$/i.exec(http.get('Authorization'))?.[1];
  return token !== '' && sent !== undefined && timingSafeEqual(digest(sent), digest(token));
}

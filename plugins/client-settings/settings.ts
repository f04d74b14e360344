/** What a client in a page needs before its first request. */
export interface ClientSettings {
  /** The address of the interface, to which paths are added. */
  readonly root: string;
  /** The nonce of the session; null for a visitor who is not signed in. */
  readonly nonce: string | null;
  /** Where a fresh nonce can be fetched, as plain text. */
  readonly nonceEndpoint: string;
  /** The namespace of the site's content, with a slash: `cms/v2/`. */
  readonly versionString: string;
  /** Answers by path, and those to OPTIONS by path under `OPTIONS` (4.3). */
  readonly preloaded: Readonly<Record<string, unknown>>;
}

/** Settings as a block of data for a page's head. No text of an answer can end the element. */
export const settingsMarkup = (id: string, settings: ClientSettings): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(settings).replaceAll('<', '\\u003c')}</script>\n`;

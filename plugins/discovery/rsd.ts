import { escapeAttribute, escapeHtml } from '../../core/text/index.ts';

/** An interface of the site, as a Really Simple Discovery document lists it. */
export interface RsdApi {
  readonly name: string;
  readonly blogID: number;
  readonly preferred: boolean;
  readonly apiLink: string;
}

/** Writes a Really Simple Discovery document. */
export function rsdDocument(home: string, apis: readonly RsdApi[]): string {
  const entries = apis.map(
    ({ name, blogID, preferred, apiLink }) =>
      `      <api name="${escapeAttribute(name)}" blogID="${blogID}" preferred="${preferred}" ` +
      `apiLink="${escapeAttribute(apiLink)}" />\n`,
  );
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<rsd version="1.0" xmlns="http://archipelago.phrasewise.com/rsd">\n' +
    '  <service>\n' +
    '    <engineName>Tappet</engineName>\n' +
    `    <homePageLink>${escapeHtml(home)}/</homePageLink>\n` +
    `    <apis>\n${entries.join('')}    </apis>\n` +
    '  </service>\n' +
    '</rsd>\n'
  );
}

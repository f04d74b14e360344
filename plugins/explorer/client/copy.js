/** @typedef {import('./interface.js').Call} Call */

/** A text as one word of a POSIX shell. @param {string} text */
export const shellWord = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/**
 * A request as a command line. It signs in with an application password, because cookies are for browsers.
 *
 * @param {Call} call
 * @param {string} login
 */
export function asCurl({ method, url, body, anonymous }, login) {
  const words = ['curl'];
  if (method === 'HEAD') words.push('--head');
  else if (method !== 'GET') words.push('-X', shellWord(method));
  if (!anonymous) words.push('-u', shellWord(`${login}:APPLICATION PASSWORD`));
  // curl would read a bracket as a range.
  if (/[[\]{}]/.test(url)) words.push('--globoff');
  if (body !== undefined)
    words.push('-H', shellWord('Content-Type: application/json'), '--data-binary', shellWord(body));
  return [...words, shellWord(url)].join(' ');
}

/**
 * A request as JavaScript that runs in a page of the site, as the user who is signed in there.
 *
 * @param {Call} call
 * @param {{ nonceUrl: string, nonceHeader: string }} site
 */
export function asFetch({ method, url, body, anonymous }, { nonceUrl, nonceHeader }) {
  const headers = [
    ...(body === undefined ? [] : [`'Content-Type': 'application/json'`]),
    ...(anonymous ? [] : [`${JSON.stringify(nonceHeader)}: nonce`]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: ${JSON.stringify(method)}`]),
    ...(anonymous ? [`credentials: 'omit'`] : []),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} }`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${body})`]),
  ];
  const second = options.length === 0 ? '' : `, {\n${options.map((option) => `  ${option},\n`).join('')}}`;
  return [
    ...(anonymous ? [] : [`const nonce = await (await fetch(${JSON.stringify(nonceUrl)})).text();`]),
    `const response = await fetch(${JSON.stringify(url)}${second});`,
    'console.log(response.status, await response.text());',
  ].join('\n');
}

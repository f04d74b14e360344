import { createHash } from 'node:crypto';
import type { ServedResponse } from '../../core/rest/index.ts';
import type { BlockStyles } from './block-styles.ts';

const POLICY = 'Content-Security-Policy';

/** A page with the rules of the blocks that it shows in its head, which its policy then allows. */
export function withPageStyles(served: ServedResponse, styles: BlockStyles): ServedResponse {
  const { body, headers } = served;
  if (typeof body !== 'string' || !headers['Content-Type']?.startsWith('text/html')) return served;
  const { css, markup } = styles.of(body);
  const [head, foot] = [body.indexOf('</head>'), body.lastIndexOf('</body>')];
  if (css === '' || head < 0 || foot < head) return served;
  const hash = `'sha256-${createHash('sha256').update(css).digest('base64')}'`;
  const policy = headers[POLICY]?.replace(/\bstyle-src (?!'none')[^;]*/, (rule) => `${rule} ${hash}`);
  return {
    ...served,
    headers: policy === undefined ? headers : { ...headers, [POLICY]: policy },
    body: `${body.slice(0, head)}<style>${css}</style>\n${body.slice(head, foot)}${markup}${body.slice(foot)}`,
  };
}

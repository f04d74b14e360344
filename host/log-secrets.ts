/** What stands in the log in place of a secret. */
export const REDACTED = '[redacted]';

/** Names of members, headers and parameters whose values are secret, whatever stands around these words. */
const SECRET =
  /authorization|cookie|nonce|passw|passphrase|secret|token|credential|signature|salt|(?:^|[_-])(?:key|pwd|pass|auth|otp|sig)$/i;

/** A parameter of an address, and the user and password of one. */
const PARAMETER = /([?&;#])([^\s=&?#;]{1,100})=([^\s&#"'<>]*)/g;
const USER_INFO = /(\/\/)[^\s/@"'<>]{1,200}@/g;

/** How deep details are looked through; what lies deeper is left out. */
const DEPTH = 8;

/** Whether a value of this name is secret. */
export const isSecret = (name: string): boolean => SECRET.test(name);

/** A text without the secrets in the addresses that it holds. */
export function withoutSecrets(text: string): string {
  if (!text.includes('=') && !text.includes('@')) return text;
  return text
    .replace(PARAMETER, (whole, mark: string, name: string) => (isSecret(name) ? `${mark}${name}=${REDACTED}` : whole))
    .replace(USER_INFO, `$1${REDACTED}@`);
}

/** Details of a line of the log without their secrets: values of secret names, and parameters of addresses. */
export function redacted(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return withoutSecrets(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEPTH) return '[…]';
  if (Array.isArray(value)) return value.map((member) => redacted(member, depth + 1));
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    isSecret(name) && member !== undefined && member !== null ? REDACTED : redacted(member, depth + 1),
  ]);
  return Object.fromEntries(members);
}

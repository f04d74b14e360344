/**
 * The address by which authenticator apps take a secret over: `otpauth://totp/ISSUER:LOGIN?secret=…&issuer=…`.
 * Everything else is left at what apps take for granted: SHA-1, six digits, thirty seconds.
 */
export function keyUri(secret: string, { issuer, login }: { readonly issuer: string; readonly login: string }): string {
  // A colon parts the two names.
  const [site, user] = [issuer, login].map((name) => encodeURIComponent(name.replaceAll(':', ' ')));
  return `otpauth://totp/${site}:${user}?secret=${secret}&issuer=${site}`;
}

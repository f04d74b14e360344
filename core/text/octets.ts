const OCTET = /%[a-f0-9]{2}/gi;
const LENGTH = '%00'.length;
const PERCENT = 0x25;

/** Removes percent-encoded octets, once: what moves together afterwards stays. */
export function stripOctets(text: string): string {
  return text.replace(OCTET, '');
}

/**
 * Removes percent-encoded octets until none is left, those included that form when one inside them goes
 * (`%4%411`). `isUnwanted` takes an octet as `%0a` and decides; without it all go.
 */
export function stripNestedOctets(text: string, isUnwanted: (octet: string) => boolean = isOctet): string {
  if (!text.includes('%')) return text;
  const units = new Uint16Array(text.length);
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    units[length++] = text.charCodeAt(index);
    if (units[length - LENGTH] !== PERCENT) continue;
    if (isUnwanted(String.fromCharCode(...units.subarray(length - LENGTH, length)))) length -= LENGTH;
  }
  return Buffer.from(units.buffer, 0, 2 * length).toString('utf16le');
}

const ONE_OCTET = /^%[a-f0-9]{2}$/i;

function isOctet(text: string): boolean {
  return ONE_OCTET.test(text);
}

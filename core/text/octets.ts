const OCTET = /%[a-f0-9]{2}/gi;
const LENGTH = '%00'.length;

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
  const units: string[] = [];
  for (const unit of text.split('')) {
    units.push(unit);
    if (units.at(-LENGTH) === '%' && isUnwanted(units.slice(-LENGTH).join(''))) units.length -= LENGTH;
  }
  return units.join('');
}

const ONE_OCTET = /^%[a-f0-9]{2}$/i;

function isOctet(text: string): boolean {
  return ONE_OCTET.test(text);
}

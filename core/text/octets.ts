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
  const kept: string[] = [];
  for (const unit of text.split('')) {
    kept.push(unit);
    if (kept.at(-LENGTH) === '%' && isUnwanted(kept.slice(-LENGTH).join(''))) kept.length -= LENGTH;
  }
  return kept.join('');
}

const ONE_OCTET = /^%[a-f0-9]{2}$/i;

function isOctet(text: string): boolean {
  return ONE_OCTET.test(text);
}

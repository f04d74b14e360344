import { CAPABILITIES } from '../../core/base/index.ts';

/** What a capability gives, in a few words. */
const meaningOf = (capability: string): string =>
  capability.startsWith('routes:')
    ? `registers routes ${capability === 'routes:*' ? 'anywhere' : `in ${capability.slice('routes:'.length)}`}`
    : (CAPABILITIES[capability as keyof typeof CAPABILITIES] ?? 'which this version of tappet does not know');

/** A line about a capability that a plugin has or asks for. */
export const capabilityLine = (capability: string): string => `  may ${capability}: ${meaningOf(capability)}`;

import { member } from '../../core/base/index.ts';
import { sanitizeTextField } from '../../core/text/index.ts';

/** Reads the members of what another site has sent: of the wrong type, they are empty. */
export const foreign = {
  /** A text without markup. */
  text(data: unknown, name: string): string {
    const value = member(data, name);
    return typeof value === 'string' || typeof value === 'number' ? sanitizeTextField(String(value)) : '';
  },
  /** A number that is not negative; 0 for none. */
  number(data: unknown, name: string): number {
    const value = Number(member(data, name));
    return Number.isFinite(value) && value > 0 ? value : 0;
  },
  /** The texts of a list, without markup. */
  texts(data: unknown, name: string): string[] {
    const value = member(data, name);
    return (Array.isArray(value) ? value : []).filter((one) => typeof one === 'string').map(sanitizeTextField);
  },
};

import type { Generation } from '../../core/generation.ts';
import { Passwords } from '../../plugins/passwords/index.ts';

/** The hashes that this process has computed, by the cost and the password. */
const hashes = new Map<string, Promise<string>>();

/** The hash of a password, which a process computes once: specs make the same users on one site after the other. */
export function hashOnce({ services }: Generation, password: string): Promise<string> {
  const passwords = services.get('spec', Passwords);
  const key = `${passwords.kindOf(passwords.decoy())} ${password}`;
  const hash = hashes.get(key) ?? passwords.hash(password);
  hashes.set(key, hash);
  return hash;
}

import type { Generation } from '../../core/generation.ts';
import { runCommand } from './run-command.ts';

/** The headers of requests with an application password that is made for a user. */
export async function basicOf(generation: Generation, login: string): Promise<{ Authorization: string }> {
  const args = { user: login, name: 'a program' };
  const [password] = await runCommand(generation, 'user application-password create', args, { porcelain: true });
  return { Authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` };
}

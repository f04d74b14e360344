import type { CommandContext, CommandDefinition } from '../../core/index.ts';

/** A command that needs no host, and so works beside plugins that are broken, and touches no content. */
export interface HostlessCommand extends Omit<CommandDefinition, 'run'> {
  run(context: Omit<CommandContext, 'generation'>): Promise<void>;
}

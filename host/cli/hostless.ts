import type { CommandContext, CommandDefinition } from '../../core/index.ts';
import type { Settings } from '../config/settings.ts';

/** A command that needs no host, and so works beside plugins that are broken, and touches no content by itself. */
export interface HostlessCommand extends Omit<CommandDefinition, 'run'> {
  /** Does the work; `settings` reads those of the command line, the environment and the configuration file. */
  run(context: Omit<CommandContext, 'generation'>, settings: () => Promise<Settings>): Promise<void>;
}

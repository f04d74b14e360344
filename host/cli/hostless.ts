import type { CommandContext, CommandDefinition } from '../../core/index.ts';
import type { Settings } from '../config/settings.ts';

/** A command that runs without a host: it works beside broken plugins, and does not open the database itself. */
export interface HostlessCommand extends Omit<CommandDefinition, 'run'> {
  /** Runs the command; `settings` reads the settings of the command line, the environment and the configuration file. */
  run(context: Omit<CommandContext, 'generation'>, settings: () => Promise<Settings>): Promise<void>;
}

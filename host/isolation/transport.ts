/** The way to a compartment: a thread with a sandbox in it, or a process. Messages are texts. */
export interface Transport {
  /** Sends a message, which the compartment takes when it is idle. */
  send(text: string): void;
  /** Sends the answer to a question, for which the compartment waits. */
  answer(text: string): void;
  /** Resolves with the reason when the compartment has ended: `was blocked`, as it follows its place. */
  readonly ended: Promise<string>;
  stop(): void;
  /** What the compartment is, for messages. */
  readonly place: 'sandbox' | 'process';
  /** Whether the compartment keeps this process from ending. */
  hold(isHeld: boolean): void;
}

/**
 * Takes a message of a compartment, which sends only a few more until `done` is called.
 *
 * @param text - No longer than the limit of messages.
 */
export type Deliver = (text: string, done: () => void) => void;

/** What a compartment is started with. */
export interface CompartmentStart {
  /** The script of the plugin, with all that it imports. */
  readonly script: string;
  /** The folder of the plugin. */
  readonly folder: string;
  readonly name: string;
  readonly memory: number;
  readonly timeout: number;
  readonly startTimeout: number;
  readonly messageLimit: number;
  readonly network: boolean;
  /** The folder that the plugin may write to. */
  readonly dataFolder: string | undefined;
}

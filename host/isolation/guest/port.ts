/** The way from an isolated plugin to the host. Messages are texts. */
export interface Port {
  send(text: string): void;
  /** Sends a question, and waits for its answer. */
  ask(text: string): string;
  /** The most characters of a message. */
  readonly limit: number;
}

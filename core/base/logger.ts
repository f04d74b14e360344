/** What the runtime and plugins log through: an object of details and a message, pino's way. */
export interface Logger {
  debug(details: object | string, message?: string): void;
  info(details: object | string, message?: string): void;
  warn(details: object | string, message?: string): void;
  error(details: object | string, message?: string): void;
}

const nothing = () => undefined;

/** A logger that says nothing. */
export const silentLogger: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** A logger that can be handed out: it writes to another, which cannot be changed through it. */
export const sharedLogger = (log: Logger): Logger =>
  Object.freeze({
    debug: (details: object | string, message?: string) => log.debug(details, message),
    info: (details: object | string, message?: string) => log.info(details, message),
    warn: (details: object | string, message?: string) => log.warn(details, message),
    error: (details: object | string, message?: string) => log.error(details, message),
  });

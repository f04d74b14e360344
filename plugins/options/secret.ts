/** Names of what is secret: options of the site, of those before it, and of plugins, and members of their values. */
const SECRET = /passw|secret|token|credential|salt|nonce|(?:^|_)(?:key|keys|pass|pwd|auth|license)$/i;

/** Whether a value is secret by the name of its option. */
export const isSecret = (name: string): boolean => SECRET.test(name);

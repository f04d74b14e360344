/** What core uses of `node:util`, as far as it can be told where there is no Node.js. */
export const types = {
  isProxy: (_value: unknown): boolean => false,
  isNativeError: (value: unknown): boolean => value instanceof Error,
};

export const inspect = (value: unknown): string => String(value);

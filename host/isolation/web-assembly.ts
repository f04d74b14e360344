/** WebAssembly as Node.js has it, which the types of the language do not tell of. */
export const { Module, Memory } = (
  globalThis as unknown as {
    readonly WebAssembly: {
      readonly Module: new (bytes: Uint8Array) => WebAssembly.Module;
      readonly Memory: new (pages: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
    };
  }
).WebAssembly;

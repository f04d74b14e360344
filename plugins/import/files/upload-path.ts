/** The path of an address without its query, with its escapes resolved; as it is where they are broken. */
function decoded(address: string): string {
  const [plain = ''] = address.split(/[?#]/, 1);
  try {
    return decodeURI(plain);
  } catch {
    return plain;
  }
}

/** Where the address of a file says that it lies in the folder of uploads, and how it is named. */
export function uploadPath(address: string): { readonly path: string | undefined; readonly name: string } {
  const plain = decoded(address);
  return { path: /\/uploads\/(.+)$/.exec(plain)?.[1], name: plain.slice(plain.lastIndexOf('/') + 1) };
}

/** A name with the password that goes with it. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** The state of a browser after a login. */
export interface SignedIn {
  /** The `Cookie` header. */
  readonly cookie: string;
  readonly nonce: string;
}

/** Signs in as native apps do without an application password: by the login form, then with a nonce as plain text. */
export async function signIn(url: string, { username, password }: Credentials): Promise<SignedIn> {
  const form = new URLSearchParams({ log: username, pwd: password, rememberme: 'forever' });
  const login = await fetch(`${url}/wp-login.php`, { method: 'POST', body: form, redirect: 'manual' });
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const nonce = await fetch(`${url}/wp-admin/admin-ajax.php?action=rest-nonce`, { headers: { cookie } });
  return { cookie, nonce: await nonce.text() };
}

/** Makes an application password of the user who is signed in. */
export async function createApplicationPassword(url: string, { cookie, nonce }: SignedIn): Promise<string> {
  const answer = await fetch(`${url}/wp-json/wp/v2/users/me/application-passwords`, {
    method: 'POST',
    headers: { cookie, 'X-WP-Nonce': nonce, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Client' }),
  });
  const { password } = (await answer.json()) as { password?: string };
  if (password === undefined) throw new Error(`no application password was made: ${answer.status}`);
  return password;
}

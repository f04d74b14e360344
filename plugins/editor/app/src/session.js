// When the session has ended, a request waits until someone has signed in within the page, and is made again with a
// nonce of the new session. One whose nonce alone is too old is made again at once.
import apiFetch from '@wordpress/api-fetch';
import { pageData } from './page-data.js';

const ENDED = new Set(['rest_cookie_invalid_nonce', 'rest_not_logged_in']);
const { client, heartbeat, signIn } = pageData;

async function codeOf(failure) {
  if (!(failure instanceof Response)) return failure?.code;
  const body = await failure
    .clone()
    .json()
    .catch(() => undefined);
  return body?.code;
}

/** Gets a nonce of the session; answers whether there is a session. */
async function freshNonce() {
  const answer = await fetch(client.nonceEndpoint);
  if (answer.ok) apiFetch.nonceMiddleware.nonce = await answer.text();
  return answer.ok;
}

/** When the dialog was last closed by someone who did not sign in. */
let dismissed = 0;

/** Shows the login page in a dialog; answers whether someone signed in. */
function askToSignIn() {
  const dialog = document.createElement('dialog');
  dialog.className = 'sign-in';
  dialog.setAttribute('aria-labelledby', 'sign-in-title');
  dialog.innerHTML = `<h1 id="sign-in-title">Your session has ended</h1>
<p>Your text is still here. Log in again, and it is saved.</p>
<iframe title="Log in"></iframe>
<form method="dialog"><button class="components-button is-secondary is-next-40px-default-size">Not now</button></form>`;
  const frame = dialog.querySelector('iframe');
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    const end = (isSignedIn) => {
      resolve(isSignedIn);
      dialog.remove();
    };
    frame.addEventListener('load', async () => {
      frame.contentDocument?.querySelector('input:not([type=hidden])')?.focus();
      if (await freshNonce().catch(() => false)) end(true);
    });
    dialog.addEventListener('close', () => {
      dismissed = Date.now();
      end(false);
    });
    frame.src = signIn;
  });
}

let renewing;
/** Gets a nonce, of a new session if need be; once for all requests that wait for it. */
const renew = () => {
  renewing ??= freshNonce()
    .then((isThere) => isThere || askToSignIn())
    .finally(() => {
      renewing = undefined;
    });
  return renewing;
};

/** Whether someone has just been asked, or would be asked again though nobody is saving anything. */
const mayAsk = ({ url }) => (url === heartbeat?.url ? dismissed === 0 : Date.now() - dismissed > 2000);

apiFetch.use(async (options, next) => {
  try {
    return await next(options);
  } catch (failure) {
    if (!ENDED.has(await codeOf(failure)) || !mayAsk(options)) throw failure;
    const isThere = await renew().catch(() => false);
    if (!isThere) throw failure;
    dismissed = 0;
    return next(options);
  }
});

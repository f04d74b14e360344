// When the session has ended, a request waits until its writer has signed in within the page, and is made again with a
// nonce of the new session. One whose nonce alone is too old is made again at once. Nothing is stored as someone else.
import apiFetch from '@wordpress/api-fetch';
import { store as core } from '@wordpress/core-data';
import { select } from '@wordpress/data';
import { pageData } from './page-data.js';

const ENDED = new Set(['rest_cookie_invalid_nonce', 'rest_not_logged_in']);
const { brand, client, heartbeat, signIn, user } = pageData;

async function codeOf(failure) {
  if (!(failure instanceof Response)) return failure?.code;
  const body = await failure
    .clone()
    .json()
    .catch(() => undefined);
  return body?.code;
}

/** Who is signed in; undefined for nobody. The page goes on with the nonce of its own writer alone. */
async function signedIn() {
  const answer = await fetch(client.nonceEndpoint);
  if (!answer.ok) return undefined;
  const nonce = await answer.text();
  const headers = { [`X-${brand.toUpperCase()}-Nonce`]: nonce };
  const known = await fetch(`${client.root}${client.versionString}users/me`, { headers });
  if (!known.ok) return undefined;
  const { id, name } = await known.json();
  const isWriter = id === user;
  if (isWriter) apiFetch.nonceMiddleware.nonce = nonce;
  return { name, isWriter };
}

/** When the dialog was last closed by someone who did not sign in. */
let dismissed = 0;

/** Shows the login page in a dialog; answers whether the writer signed in. */
function askToSignIn(someone) {
  const dialog = document.createElement('dialog');
  dialog.className = 'sign-in';
  dialog.setAttribute('aria-labelledby', 'sign-in-title');
  dialog.innerHTML = `<h1 id="sign-in-title">Your session has ended</h1>
<p role="status">Your text is still here. Log in again, and it is saved.</p>
<iframe title="Log in"></iframe>
<form method="dialog"><button class="components-button is-secondary is-next-40px-default-size">Not now</button></form>`;
  const frame = dialog.querySelector('iframe');
  /** Tells that someone else is signed in, and asks for the writer. */
  const tellOf = ({ name }) => {
    const writer = select(core).getCurrentUser()?.name ?? 'who opened it';
    dialog.querySelector('h1').textContent = 'You are logged in as someone else';
    dialog.querySelector('p').textContent =
      `${name} is logged in now, and this text is written by ${writer}. Log in as ${writer}, and it is saved.`;
    frame.src = `${signIn}&reauth=1`;
  };
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    const end = (isSignedIn) => {
      resolve(isSignedIn);
      dialog.remove();
    };
    frame.addEventListener('load', async () => {
      const field = frame.contentDocument?.querySelector('input:not([type=hidden])');
      field?.focus();
      const now = await signedIn().catch(() => undefined);
      if (now?.isWriter) end(true);
      else if (now !== undefined && !field) tellOf(now);
    });
    dialog.addEventListener('close', () => {
      dismissed = Date.now();
      end(false);
    });
    if (someone === undefined) frame.src = signIn;
    else tellOf(someone);
  });
}

let renewing;
/** Gets a nonce, of a new session if need be; once for all requests that wait for it. */
const renew = () => {
  renewing ??= signedIn()
    .then((now) => now?.isWriter || askToSignIn(now))
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

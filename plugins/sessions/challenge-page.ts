import { type HttpContext, isRestError, type RestError } from '../../core/index.ts';
import { html, type Markup } from '../../core/text/index.ts';
import type { User } from '../users/index.ts';
import { attemptChallenge } from './attempts.ts';
import type { LoginChallenge } from './challenge.ts';
import { formText } from './form.ts';
import { type FormState, refusalState, sendForm, sendLoginForm } from './login-form.ts';
import type { LoginParts } from './login-parts.ts';
import type { PendingLogin } from './login-tokens.ts';
import { signIn } from './sign-in.ts';

/** The field of the token by which a login goes on after its password. */
const TOKEN = 'login_token';

/** The token that a form goes on with; empty for one that begins with name and password. */
export const tokenOf = (context: HttpContext): string => formText(context, TOKEN);

/** Goes on with a login whose password was right: asks for what the plugins want, or begins the session. */
export async function afterPassword(
  context: HttpContext,
  parts: LoginParts,
  { user, remember }: Pick<PendingLogin, 'user' | 'remember'>,
): Promise<void> {
  const challenge = await challengeFor(user, parts);
  if (challenge === null) return signIn(context, parts, { user, remember });
  sendChallenge(context, parts, challenge, parts.tokens.issue(user, remember));
}

/** Takes the answer to a challenge, and begins the session if it is met. */
export async function takeAnswer(context: HttpContext, parts: LoginParts, token: string): Promise<void> {
  const pending = await parts.tokens.read(token);
  if (pending === undefined) return sendOver(context, parts);
  const { user, remember } = pending;
  const challenge = await challengeFor(user, parts);
  let met: boolean | Markup = true;
  if (challenge !== null) {
    const answer = await answerOf(context, parts, user, challenge);
    if (isRestError(answer)) {
      return sendChallenge(context, parts, challenge, token, refusalState(context, answer));
    }
    met = answer;
    if (met === false) {
      parts.hooks.action('cms_login_failed').call(user.login);
      return sendChallenge(context, parts, challenge, token, { alert: 'That is not right. Please try again.' });
    }
  }
  // Of two requests with one token, one begins a session.
  if (!(await parts.tokens.use(pending))) return sendOver(context, parts);
  await signIn(context, parts, { user, remember, notice: met === true ? undefined : met });
}

const challengeFor = (user: User, { hooks }: LoginParts): Promise<LoginChallenge | null> =>
  hooks.filter('login_challenge').promise(null, user);

async function answerOf(
  context: HttpContext,
  { browser, throttles }: LoginParts,
  user: User,
  challenge: LoginChallenge,
): Promise<boolean | Markup | RestError> {
  const session = await browser.current(context);
  const voucher = session?.userId === user.id ? session.token : undefined;
  try {
    return await attemptChallenge(throttles, { account: user.login, address: context.ip, voucher }, () =>
      challenge.verify((name) => formText(context, name)),
    );
  } catch (error) {
    if (isRestError(error)) return error;
    throw error;
  }
}

const sendOver = (context: HttpContext, parts: LoginParts): void =>
  sendLoginForm(context, parts, { alert: 'That took too long. Please log in again.' });

function sendChallenge(
  context: HttpContext,
  parts: LoginParts,
  { title, fields }: LoginChallenge,
  token: string,
  state: FormState = {},
): void {
  const all = html`${fields}<input name="${TOKEN}" type="hidden" value="${token}">`;
  sendForm(context, parts, all, { title, ...state });
}

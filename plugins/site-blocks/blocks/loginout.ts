import { addQueryArgs, isLoggedIn } from '../../../core/index.ts';
import { cleanUrl } from '../../../core/text/index.ts';
import { attrs, wrapperAttributes } from '../../block-supports/index.ts';
import { type BlockType, type RenderContext, requestOf } from '../../content-rendering/index.ts';
import type { SiteBlockDependencies } from '../dependencies.ts';

const TYPE = {
  name: 'core/loginout',
  title: 'Login/out',
  category: 'theme',
  attributes: {
    displayLoginAsForm: { type: 'boolean', default: false },
    redirectToCurrent: { type: 'boolean', default: true },
  },
  supports: { className: true, typography: { fontSize: false } },
} satisfies BlockType;

type Dependencies = Pick<SiteBlockDependencies, 'permalinks' | 'posts' | 'site'>;

/** A link by which the user of the request signs out, or a visitor signs in: by a link, or by the form itself. */
export const loginout = (dependencies: Dependencies): BlockType => ({
  ...TYPE,
  async render(attributes, _content, _block, context) {
    const { site } = dependencies;
    const signedIn = isLoggedIn(requestOf(context).user);
    const redirect_to = attributes.redirectToCurrent ? await currentAddress(dependencies, context) : undefined;
    const asForm = !signedIn && attributes.displayLoginAsForm === true;
    const state = signedIn ? 'logged-in' : 'logged-out';
    const outer = wrapperAttributes(site, TYPE, attributes, { class: asForm ? `${state} has-login-form` : state });
    const login = `${site.home}/${site.brand.prefixed('login.php')}`;
    if (asForm) return `<div${outer}>${loginForm(login, redirect_to ?? `${site.home}/`)}</div>`;
    const href = cleanUrl(addQueryArgs(login, { ...(signedIn ? { action: 'logout' } : {}), redirect_to }));
    return `<div${outer}><a${attrs({ href })}>${signedIn ? 'Log out' : 'Log in'}</a></div>`;
  },
});

/** The address of the item that holds the block; that of the first page where none does. */
async function currentAddress({ permalinks, posts, site }: Dependencies, context: RenderContext): Promise<string> {
  const request = requestOf(context);
  const post = context.post === null ? null : await posts.loader(request).load(context.post.id);
  return post === null ? `${site.home}/` : permalinks.forPost(post, request);
}

/** The form that the page for signing in has. */
const loginForm = (action: string, redirectTo: string): string =>
  `<form${attrs({ name: 'loginform', id: 'loginform', action, method: 'post' })}>` +
  '<p class="login-username"><label for="user_login">Username or Email Address</label>' +
  '<input type="text" name="log" id="user_login" autocomplete="username" class="input" value="" size="20" /></p>' +
  '<p class="login-password"><label for="user_pass">Password</label>' +
  '<input type="password" name="pwd" id="user_pass" autocomplete="current-password" class="input" value="" size="20" /></p>' +
  '<p class="login-remember"><label><input name="rememberme" type="checkbox" id="rememberme" value="forever" /> Remember Me</label></p>' +
  '<p class="login-submit"><input type="submit" class="button button-primary" value="Log In" />' +
  `<input${attrs({ type: 'hidden', name: 'redirect_to', value: redirectTo })} /></p></form>`;

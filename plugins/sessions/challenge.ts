import { mustBe } from '../../core/hooks/index.ts';
import { html, Markup } from '../../core/text/index.ts';

/** What the login page asks for after the right password, before there is a session. */
export interface LoginChallenge {
  /** The title of the page. */
  readonly title: string;
  /** The fields of the form, with their labels. */
  readonly fields: Markup;
  /**
   * Whether the form meets the challenge; markup is shown to the user once before the site goes on. Failures are
   * counted. May throw an error object, whose message the page shows.
   * @param field the text of a field of the form; empty for one that was not sent
   */
  verify(field: (name: string) => string): Promise<boolean | Markup>;
}

/** What a tap of `login_challenge` answers with that asks for something beside what others ask for: all of it in one form. */
export function withChallenge(asked: LoginChallenge | null, own: LoginChallenge): LoginChallenge {
  if (asked === null) return own;
  return {
    title: own.title,
    fields: html`${asked.fields}${own.fields}`,
    verify: async (field) => {
      const first = await asked.verify(field);
      const second = first !== false && (await own.verify(field));
      if (first === false || second === false) return false;
      const told = [first, second].filter((one) => one instanceof Markup);
      return told.length === 0 || html`${told}`;
    },
  };
}

/** What the value of `login_challenge` must be: anything else fails the login. */
export const beChallenge = mustBe('a challenge or null', (value) => {
  if (value === null) return true;
  const { title, fields, verify } = Object(value) as Partial<LoginChallenge>;
  return typeof title === 'string' && typeof fields?.text === 'string' && typeof verify === 'function';
});

import type { CurrentUser } from '../../core/index.ts';
import type { Asked, Target } from './addresses/asked.ts';
import type { CommentData, ItemData } from './reading/data.ts';

/** What kind of page is shown. */
export type ViewKind = 'home' | 'front-page' | 'item' | 'term' | 'author' | 'date' | 'search' | 'type' | 'not-found';

/** The comments of an item that is shown. */
export interface Comments {
  readonly list: readonly CommentData[];
  readonly total: number;
  readonly page: number;
  readonly totalPages: number;
  readonly isOpen: boolean;
  /** Whether a visitor has to sign in first. */
  readonly needsLogin: boolean;
  /** Whether a visitor has to give a name and an email address. */
  readonly needsName: boolean;
}

/** What the comment form holds: what was sent before, and what was wrong with it. */
export interface CommentDraft {
  readonly author: string;
  readonly email: string;
  readonly url: string;
  readonly text: string;
  readonly parent: number;
  /** Why it was refused; empty for one that was not sent yet. */
  readonly refusal: string;
}

/** All that a page shows: what the templates are given. */
export interface View {
  readonly kind: ViewKind;
  readonly status: number;
  readonly asked: Asked;
  /** Which of the things that the address may stand for is shown; undefined where nothing is. */
  readonly target: Target | undefined;
  /** What it is called, as markup of no elements; empty on the home page. */
  readonly title: string;
  /** A sentence or two of it, as markup. */
  readonly description: string;
  /** Its own address, on its first page; empty where it has none. */
  readonly link: string;
  /** The route of the interface that shows it; empty for none. */
  readonly route: string;
  /** The items of a list. */
  readonly items: readonly ItemData[];
  readonly page: number;
  readonly totalPages: number;
  /** The item that is shown by itself. */
  readonly item?: ItemData;
  readonly comments?: Comments;
  readonly draft?: CommentDraft;
  /** What is to be said at the top of the page, as that a comment waits for approval. */
  readonly notice?: string;
  /** Whether a password that was given is not the item's. */
  readonly isPasswordWrong?: boolean;
  /** Whether what is shown is not published yet. */
  readonly isPreview?: boolean;
  /** The pages that the navigation leads to. */
  readonly navigation: readonly ItemData[];
  readonly user: CurrentUser;
}

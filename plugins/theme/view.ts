import type { CurrentUser } from '../../core/index.ts';
import type { MenuLink } from '../menus/index.ts';
import type { PageRequest, Target } from './addresses/page-request.ts';
import type { CommentData, ItemData } from './reading/data.ts';

/** What kind of page is shown. */
export type ViewKind = 'home' | 'front-page' | 'item' | 'term' | 'author' | 'date' | 'search' | 'type' | 'not-found';

/** What a page shows, as taps of its head and headers are told. */
export interface ShownPage {
  readonly kind: ViewKind;
  /** The status of the answer: 200, or 404 where nothing is found. */
  readonly status: number;
  /** As HTML without elements; empty on the home page. */
  readonly title: string;
  /** As HTML: the description of a term or of an author, or the excerpt of an item; empty for none. */
  readonly description: string;
  /** Its own address; empty where it has none. */
  readonly link: string;
  /** The route of the interface for the object that it shows; empty for none. */
  readonly route: string;
  /** The item, if the page is of one, as the interface shows it to the visitor. */
  readonly item?: ItemData | undefined;
  /** The items of a list. */
  readonly items: readonly ItemData[];
  /** Which page of the list, or of an item of several pages, from 1; and how many there are. */
  readonly page: number;
  readonly totalPages: number;
}

declare module '../../core/rest/hooks.ts' {
  interface PageView extends ShownPage {}
}

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

/** The content of the comment form: the values that were sent before, and the error. */
export interface CommentDraft {
  readonly author: string;
  readonly email: string;
  readonly url: string;
  readonly text: string;
  readonly parent: number;
  /** Why the comment was refused; empty for one that was not sent yet. */
  readonly refusal: string;
}

/** The items before and after an item, as far as there are any. */
export interface Adjacent {
  readonly previous?: ItemData;
  readonly next?: ItemData;
}

/** All data that a page shows, as templates get it. */
export interface View {
  readonly kind: ViewKind;
  readonly status: number;
  readonly pageRequest: PageRequest;
  /** The target of the address that is shown; undefined for none. */
  readonly target: Target | undefined;
  /** Its title, as HTML without elements; empty on the home page. */
  readonly title: string;
  /** Its description, as HTML. */
  readonly description: string;
  /** Its own address, on its first page; empty where it has none. */
  readonly link: string;
  /** The route of the interface that shows it; empty for none. */
  readonly route: string;
  /** The items of a list. */
  readonly items: readonly ItemData[];
  readonly page: number;
  readonly totalPages: number;
  /** The item that is shown by itself, with the content of the page that is shown. */
  readonly item?: ItemData;
  /** The links to the pages of the item, as markup; empty where it has one page. */
  readonly pageLinks?: string;
  /** The items before and after it. */
  readonly adjacent?: Adjacent;
  readonly comments?: Comments;
  readonly draft?: CommentDraft;
  /** A notice at the top of the page, for instance that a comment waits for approval. */
  readonly notice?: string;
  /** Why a password that was given does not open the item. */
  readonly passwordRefusal?: string;
  /** Whether the page is a preview of an unpublished item. */
  readonly isPreview?: boolean;
  /** The names of the blocks of the item that show nothing; known for visitors alone who may edit it. */
  readonly unrenderedBlocks?: readonly string[];
  /** The menu in the header; empty where the site has none. */
  readonly menu: readonly MenuLink[];
  /** The pages that the navigation leads to where there is no menu. */
  readonly navigation: readonly ItemData[];
  /** The markup of the widgets at the end of the page; empty for none. */
  readonly sidebar: string;
  readonly user: CurrentUser;
}

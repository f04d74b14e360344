import { type RenderContext, requestOf } from '../content-rendering/index.ts';
import { type Post, postLoaders } from '../posts/index.ts';
import { type EmbedDependencies, embedHtml } from './embed-html.ts';
import { type Embeds, WIDTH } from './embeds.ts';
import { sizeFor } from './item-data.ts';
import { type LoneAddress, loneAddresses } from './lone-addresses.ts';
import { itemsAt, type OwnItemsDependencies } from './own-items.ts';

/** The most addresses of a text that become embedded items, and that become contents of other sites. */
const [MOST_ITEMS, MOST_OTHERS] = [20, 50];

/** The services that addresses in texts are embedded with. */
export interface AutoembedDependencies extends EmbedDependencies, OwnItemsDependencies {
  /** Contents of other sites; undefined where only items of the site are embedded. */
  readonly embeds: Embeds | undefined;
}

/** What is shown in the place of an address. */
interface Shown {
  readonly one: LoneAddress;
  readonly markup: string;
}

/** The address that is meant by one in a text. */
const addressOf = ({ written }: LoneAddress): string => written.replaceAll('&amp;', '&').replaceAll('&#038;', '&');

/** The addresses of a text that may be embedded: of the site, and of providers. */
function embeddable(
  text: string,
  { site, embeds }: Pick<AutoembedDependencies, 'site' | 'embeds'>,
): { readonly own: LoneAddress[]; readonly others: LoneAddress[] } {
  const { host } = new URL(site.home);
  const [own, others]: LoneAddress[][] = [[], []];
  for (const one of loneAddresses(text)) {
    const address = addressOf(one);
    if (!URL.canParse(address)) continue;
    const isOwn = new URL(address).host === host;
    if (isOwn && own!.length < MOST_ITEMS) own!.push(one);
    else if (!isOwn && others!.length < MOST_OTHERS && embeds?.hasProvider(address)) others!.push(one);
  }
  return { own: own!, others: others! };
}

/** The addresses of providers that stand alone in a text. */
export const providerAddresses = (
  text: string,
  dependencies: Pick<AutoembedDependencies, 'site' | 'embeds'>,
): string[] => [...new Set(embeddable(text, dependencies).others.map(addressOf))];

/** The addresses that stand alone in a text and are escaped, as they are meant: so they are shown where nothing is embedded. */
const unescaped = (text: string): Map<LoneAddress['start'], Shown> => {
  const escaped = text.includes('&amp;')
    ? [...loneAddresses(text)].filter(({ written }) => written.includes('&amp;'))
    : [];
  return new Map(escaped.map((one) => [one.start, { one, markup: one.written.replaceAll('&amp;', '&') }]));
};

/** A text in which what stands at addresses that are alone in a line or a paragraph is embedded. */
export async function autoembed(
  text: string,
  context: RenderContext,
  dependencies: AutoembedDependencies,
): Promise<string> {
  const { own, others } = embeddable(text, dependencies);
  const shown = unescaped(text);
  if (own.length === 0 && others.length === 0) return withShown(text, shown);
  // What stands at these addresses may change at any time.
  context.isDynamic = true;
  const found = await Promise.all([
    ...own.map(async (one) => ({ one, markup: await itemMarkup(addressOf(one), context, dependencies) })),
    ...others.map(async (one) => ({ one, markup: await dependencies.embeds?.find(addressOf(one), {}, context) })),
  ]);
  for (const { one, markup } of found) if (markup !== undefined) shown.set(one.start, { one, markup });
  return withShown(text, shown);
}

/** A text with what is shown in the place of addresses. */
function withShown(text: string, shown: ReadonlyMap<LoneAddress['start'], Shown>): string {
  let [made, at] = ['', 0];
  for (const { one, markup } of [...shown.values()].sort((a, b) => a.one.start - b.one.start)) {
    made += text.slice(at, one.start) + markup;
    at = one.start + one.written.length;
  }
  return made + text.slice(at);
}

/** An item of the site as it is embedded; those that a request asks for together are looked up together. */
async function itemMarkup(
  address: string,
  context: RenderContext,
  dependencies: AutoembedDependencies,
): Promise<string | undefined> {
  const request = requestOf(context);
  const posts = postLoaders(request).of<string, Post | undefined>(itemMarkup, async (addresses) => {
    const found = await itemsAt(addresses, dependencies, request);
    return addresses.map((one) => found.get(one));
  });
  const post = await posts.load(address);
  return post === undefined ? undefined : embedHtml(post, sizeFor(WIDTH), dependencies, request);
}

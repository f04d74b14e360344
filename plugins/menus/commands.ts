import { type CommandContext, CommandError, type PluginHost, RequestContext, RestRequest } from '../../core/index.ts';
import { LIST_FLAGS } from '../../core/plugin/index.ts';
import type { PostStore } from '../posts/index.ts';
import type { Term, TermStore } from '../terms/index.ts';
import { NAV_MENU } from './builtin.ts';
import { itemsQuery, type NavMenuItems } from './nav-menu-items.ts';
import type { NavMenus } from './nav-menus.ts';

/** The services that the commands use. */
export interface CommandServices {
  readonly posts: PostStore;
  readonly terms: TermStore;
  readonly items: NavMenuItems;
  readonly menus: NavMenus;
}

const MENU = '<menu>';

/** Adds `menu list|create|delete`, `menu item list` and `menu location list|assign|remove` to the command line. */
export function addCommands(host: PluginHost, services: CommandServices): void {
  const { terms, menus } = services;
  host.command({
    name: 'menu list',
    summary: 'Lists menus.',
    flags: LIST_FLAGS,
    run: async ({ printRows }) => {
      const found = await terms.query({ taxonomy: NAV_MENU });
      const rows = found.terms.map(({ id, name, slug, count }) => ({
        term_id: id,
        name,
        slug,
        locations: menus.locationsOf(id).join(','),
        count,
      }));
      printRows(['term_id', 'name', 'slug', 'locations', 'count'], rows);
    },
  });
  host.command({
    name: 'menu create',
    summary: 'Makes a menu.',
    args: '<name>',
    flags: { '--porcelain': 'Prints only the id of the menu.' },
    run: async ({ args, flags, print }) => {
      const name = String(args.name);
      if ((await terms.byName(name, NAV_MENU)) !== null) throw new CommandError(`there is a menu "${name}" already`);
      const { id } = await terms.create(NAV_MENU, name);
      print(flags.porcelain === true ? String(id) : `Success: Created menu ${id}.`);
    },
  });
  host.command({
    name: 'menu delete',
    summary: 'Deletes a menu with its items.',
    args: MENU,
    run: async (context) => {
      const { id } = await menuOf(context, terms);
      await terms.delete(id, NAV_MENU);
      context.print(`Success: Deleted menu ${id}.`);
    },
  });
  host.command({
    name: 'menu item list',
    summary: 'Lists the items of a menu.',
    args: MENU,
    flags: LIST_FLAGS,
    run: (context) => listItems(context, services),
  });
  host.command({
    name: 'menu location list',
    summary: 'Lists the locations that the theme has for menus.',
    flags: LIST_FLAGS,
    run: async ({ printRows }) => {
      const rows = [...menus.locations()].map(([location, description]) => ({
        location,
        description,
        term_id: menus.menuIn(location),
      }));
      printRows(['location', 'description'], rows, ['term_id']);
    },
  });
  addAssigning(host, services);
}

function addAssigning(host: PluginHost, { terms, menus }: CommandServices): void {
  /** Reads the arguments `<menu> <location>`. */
  const read = async (context: CommandContext) => {
    const location = String(context.args.location);
    if (!menus.locations().has(location)) {
      throw new CommandError(`there is no location "${location}"; "menu location list" shows them all`);
    }
    const { id } = await menuOf(context, terms);
    return { id, location, others: menus.locationsOf(id).filter((other) => other !== location) };
  };
  host.command({
    name: 'menu location assign',
    summary: 'Puts a menu into a location.',
    args: '<menu> <location>',
    run: async (context) => {
      const { id, location, others } = await read(context);
      await menus.assign(id, [...others, location]);
      context.print(`Success: Assigned location ${location} to menu ${context.args.menu}.`);
    },
  });
  host.command({
    name: 'menu location remove',
    summary: 'Takes a menu out of a location.',
    args: '<menu> <location>',
    run: async (context) => {
      const { id, location, others } = await read(context);
      if (menus.menuIn(location) !== id)
        throw new CommandError(`menu ${context.args.menu} is not in location ${location}`);
      await menus.assign(id, others);
      context.print('Success: Removed location from menu.');
    },
  });
}

async function listItems(context: CommandContext, { posts, terms, items }: CommandServices): Promise<void> {
  const { id } = await menuOf(context, terms);
  const found = await posts.query(itemsQuery(id));
  // Who runs commands may read everything.
  const request = new RestRequest('GET', '', { context: new RequestContext({ user: { id: 0, can: () => true } }) });
  const rows = [...(await items.setUp(found.posts, request)).values()].map(({ post, parent, type, title, url }) => ({
    db_id: post.id,
    type,
    title,
    link: url,
    position: post.menuOrder,
    menu_item_parent: parent,
    status: post.status,
  }));
  context.printRows(['db_id', 'type', 'title', 'link', 'position'], rows, ['menu_item_parent', 'status']);
}

/** The menu that the argument `menu` names by its id, slug or name. */
async function menuOf({ args }: CommandContext, terms: TermStore): Promise<Term> {
  const named = String(args.menu);
  const menu =
    (/^\d{1,15}$/.test(named) ? await terms.byId(Number(named), NAV_MENU) : null) ??
    (await terms.bySlug(named, NAV_MENU)) ??
    (await terms.byName(named, NAV_MENU));
  if (menu === null) throw new CommandError(`there is no menu "${named}"; "menu list" shows them all`);
  return menu;
}

import { claim } from '../../core/hooks/index.ts';
import { type CurrentUser, type MaybePromise, serviceToken } from '../../core/index.ts';
import type { RenderContext } from '../content-rendering/index.ts';
import type { SidebarMarkup } from './sidebars.ts';

/** What a widget was set to: plain data by the names of its fields. */
export type WidgetInstance = Readonly<Record<string, unknown>>;

/** What a widget is shown with: the markup around it and around its title, as its sidebar has it. */
export interface WidgetArgs extends SidebarMarkup {
  /** The id of the widget: `text-2`. */
  readonly widget_id: string;
  /** The text that shows the widget by a block; a widget that renders a text renders it as a part of that one. */
  readonly within?: RenderContext;
}

/** The id and the name of a field in the form of one widget, as `widget-text-2-title` and `widget-text[2][title]`. */
export interface WidgetFields {
  id(field: string): string;
  name(field: string): string;
}

/** A kind of widget. */
export interface WidgetType {
  /** The first part of the ids of its widgets: `text` of `text-2`; small letters, digits, dashes and underscores. */
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  /** The class of its widgets; `widget_` and the id when left out. */
  readonly classname?: string;
  /** Whether the interface shows what a widget is set to, and takes it, as plain data; true when left out. */
  readonly showInstanceInRest?: boolean;
  /** The markup that shows a widget, its title included; empty for nothing. A failure is logged, and nothing is shown. */
  widget(args: WidgetArgs, instance: WidgetInstance): MaybePromise<string>;
  /**
   * What is stored of what a client sent, who may have sent anything: cleaned for the user who sent it. When left out,
   * it is stored as it is.
   */
  update?(given: WidgetInstance, old: WidgetInstance, user: CurrentUser): WidgetInstance;
  /** The form that sets a widget, without its element `form`; nothing when left out. */
  form?(instance: WidgetInstance, fields: WidgetFields): string;
}

/** The registry of kinds of widgets. */
export interface WidgetTypes {
  /** Adds a kind of widget; throws a TypeError for an id that cannot stand in the name of an option and for one that is taken. */
  register(type: WidgetType): void;
  get(id: string): WidgetType | undefined;
  /** All kinds of widgets, by id. */
  list(): WidgetType[];
}

/** The token of the registry of kinds of widgets. */
export const WidgetTypes = serviceToken('widget-types');

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'widget-types': WidgetTypes;
  }
}

/** Makes an empty registry of kinds of widgets. */
export function createWidgetTypes(): WidgetTypes {
  const types = new Map<string, WidgetType>();
  return {
    register(type) {
      if (!/^[a-z][a-z0-9_-]*$/.test(type.id))
        throw new TypeError(`the id of a kind of widget is like "recent-posts", not "${type.id}"`);
      if (types.has(type.id)) throw new TypeError(`there is a kind of widget "${type.id}" already`);
      types.set(type.id, claim(type));
    },
    get: (id) => types.get(id),
    list: () => [...types.values()].sort((one, two) => (one.id < two.id ? -1 : 1)),
  };
}

/** The class of the widgets of a kind. */
export const classOf = ({ id, classname }: WidgetType): string => classname ?? `widget_${id}`;

import {
  type FieldSchema,
  type ItemSchema,
  isRestError,
  itemSchema,
  parseRequestArg,
  RestController,
  type RestRequest,
  type RestServer,
} from '../../core/index.ts';
import { compileSchema } from '../../core/schema/index.ts';
import type { Database } from '../database/index.ts';
import type { Options } from '../options/index.ts';
import { settingErrors as errors } from './errors.ts';
import type { Settings } from './registry.ts';
import type { Setting } from './setting.ts';

/** The services that the controller uses. */
export interface SettingServices {
  readonly settings: Settings;
  readonly options: Options;
  readonly database: Database;
}

/** Answers `/settings`: the registered settings by name. */
export class SettingsController extends RestController {
  readonly #services: SettingServices;

  constructor(server: RestServer, services: SettingServices) {
    super(server, server.site.brand.namespace, 'settings');
    this.#services = services;
  }

  registerRoutes(): void {
    const permission_callback = ({ user }: RestRequest) => user.can('manage_options');
    this.server.registerRoute(this.namespace, this.restBase, {
      0: { callback: () => this.#values(), permission_callback, args: {} },
      1: { methods: 'POST, PUT, PATCH', callback: this.#update, permission_callback, args: this.endpointArgs('PUT') },
      schema: this.publicSchema,
    });
  }

  protected makeItemSchema(): ItemSchema {
    const fields = this.#services.settings
      .all()
      .map(({ name, schema }): [string, FieldSchema] => [
        name,
        { ...(schema as FieldSchema), arg_options: { sanitize_callback: sanitize } },
      ]);
    return itemSchema('settings', Object.fromEntries(fields));
  }

  /** All settings by name. A value that was just `written` is shown as it was given, not as the text that is stored. */
  async #values(written: ReadonlyMap<Setting, unknown> = new Map()): Promise<Record<string, unknown>> {
    const values: Record<string, unknown> = {};
    for (const setting of this.#services.settings.all()) {
      const { name, option_name, schema } = setting;
      const early = await this.server.hooks.filter('rest_pre_get_setting').promise(null, name, setting);
      const stored = early ?? written.get(setting) ?? this.#services.options.get(option_name, schema.default);
      values[name] = fits(stored, setting) ? compileSchema(schema).sanitize(stored) : null;
    }
    return values;
  }

  /** Stores what the request sets, all of it or nothing. */
  readonly #update = async (request: RestRequest): Promise<Record<string, unknown>> => {
    const given = request.getParams();
    const written = new Map<Setting, unknown>();
    await this.#services.database.transaction(async () => {
      for (const setting of this.#services.settings.all()) {
        if (!Object.hasOwn(given, setting.name)) continue;
        const value = request.getParam(setting.name);
        const update = this.server.hooks.filter('rest_pre_update_setting');
        if (await update.promise(false, setting.name, value, setting)) continue;
        if (value === null) await this.#reset(setting);
        else written.set(setting, await this.#store(setting, value));
      }
    });
    return this.#values(written);
  };

  /** Deletes the stored value, unless it does not fit the schema. */
  async #reset(setting: Setting): Promise<void> {
    const { options } = this.#services;
    if (!fits(options.get(setting.option_name, false), setting)) throw errors.rest_invalid_stored_value();
    await options.delete(setting.option_name);
  }

  /** Stores a cleaned value, and answers with it. */
  async #store({ option_name, sanitize_callback }: Setting, given: unknown): Promise<unknown> {
    const { options } = this.#services;
    const own = sanitize_callback === undefined ? given : sanitize_callback(given, options.get(option_name));
    const filter = this.server.hooks.filter('sanitize_option_{option}').for(option_name);
    const value = filter.call(own, option_name, given);
    if (isRestError(value)) throw value;
    await options.set(option_name, value);
    return value;
  }
}

/** A null deletes the stored value, whatever the type of the setting. */
const sanitize = (value: unknown, request: RestRequest, name: string): unknown =>
  value === null ? null : parseRequestArg(value, request, name);

const fits = (value: unknown, { name, schema }: Setting): boolean =>
  compileSchema(schema).validate(value, name) === undefined;

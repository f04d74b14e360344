import {
  type EndpointArgument,
  type FieldSelection,
  type ItemSchema,
  type RestRequest,
  RestResponse,
  type RestServer,
} from '../../core/index.ts';
import type { ContentType } from '../content-types/index.ts';
import { type ItemValues, type Post, type PostInput, PostsController, resolveFields } from '../posts/index.ts';
import { templateErrors as errors } from './errors.ts';
import { addTemplateLinks } from './links.ts';
import { findFor } from './lookup.ts';
import { templateSchema } from './schema.ts';
import { ID_PATTERN, type Template, wireId } from './template.ts';
import { isFor, type TemplateStore } from './template-store.ts';
import { Templates } from './templates.ts';
import { templateValues } from './values.ts';
import { classifyTemplate, templateInput } from './write.ts';

const LOOKUP_ARGS: Readonly<Record<string, EndpointArgument>> = {
  slug: { description: 'The slug of the template that is looked for.', type: 'string', required: true },
  is_custom: { description: 'Whether it is one that an item chose.', type: 'boolean' },
  template_prefix: { description: 'What the slug begins with, where that is a template too.', type: 'string' },
  ignore_empty: { description: 'Whether templates without markup are passed over.', type: 'boolean', default: false },
};

/** Answers the routes of templates or of their parts: files of the theme, and the stored items that replace them. */
export class TemplatesController extends PostsController {
  override readonly allowBatch = undefined;
  override readonly idPattern = ID_PATTERN;
  override readonly idArg: EndpointArgument = { description: 'The id of a template.', type: 'string' };
  readonly templates: TemplateStore;

  constructor(server: RestServer, type: ContentType) {
    super(server, type);
    this.templates = server.services.get('templates', Templates).ofType(type.name);
  }

  override registerRoutes(): void {
    this.server.registerRoute(this.namespace, `${this.restBase}/lookup`, {
      0: {
        callback: (request: RestRequest) => this.#lookup(request),
        permission_callback: (request: RestRequest) => this.mayList(request),
        args: LOOKUP_ARGS,
      },
      schema: this.publicSchema,
    });
    super.registerRoutes();
  }

  protected override makeItemSchema(): ItemSchema {
    const statuses = this.dependencies.statuses.all().filter(({ internal }) => !internal);
    return templateSchema(
      this.type.name,
      this.templates.kind,
      statuses.map(({ name }) => name),
    );
  }

  override collectionParams(): Record<string, EndpointArgument> {
    return {
      context: this.contextParam({ default: 'view' }),
      wp_id: { description: 'Only the template that is stored under this id.', type: 'integer' },
      area: { description: 'Only parts that stand in this area.', type: 'string' },
      post_type: { description: 'Only templates that items of this type may choose.', type: 'string' },
    };
  }

  override mayList(request: RestRequest): boolean {
    const { user } = request;
    if (user.can('edit_posts') || this.dependencies.types.editableBy(user)) return true;
    throw errors.rest_cannot_manage_templates(request);
  }

  override async mayReadItem(request: RestRequest): Promise<boolean> {
    return this.mayList(request);
  }

  override async mayCreate(request: RestRequest): Promise<boolean> {
    if (request.user.can('edit_theme_options')) return true;
    throw errors.rest_cannot_manage_templates(request);
  }

  override mayUpdate(request: RestRequest): Promise<boolean> {
    return this.mayCreate(request);
  }

  override mayDelete(request: RestRequest): Promise<boolean> {
    return this.mayCreate(request);
  }

  override async list(request: RestRequest): Promise<RestResponse> {
    const [id, area, type] = ['wp_id', 'area', 'post_type'].map((name) => request.getParam(name));
    const found = (await this.templates.all(request.context)).filter(
      (template) =>
        (id === null || template.post?.id === id) &&
        (area === null || (this.templates.kind === 'template_part' && template.area === area)) &&
        (!type || this.templates.kind === 'template_part' || isFor(template, String(type))),
    );
    const answers = await Promise.all(found.map((template) => this.show(template, request)));
    return new RestResponse(answers.map((answer) => this.server.prepareForCollection(answer)));
  }

  override async read(request: RestRequest): Promise<RestResponse> {
    const isAsked = request.getParam('source') === 'theme';
    const id = request.getParam('id');
    const template = isAsked ? await this.templates.file(id) : await this.templates.find(id, request.context);
    if (template === null) throw errors.rest_template_not_found();
    return this.show(template, request);
  }

  override async create(request: RestRequest): Promise<RestResponse> {
    const response = await super.create(request);
    const { id } = response.data as { id: string };
    const path = `${this.namespace}/${this.restBase}/${id}`;
    return response.header('Location', this.server.restUrl(path, request.context));
  }

  /**
   * A file of the theme is never changed: a change is stored as an item that replaces the file, and deleting that item
   * restores the file.
   */
  override async update(request: RestRequest): Promise<RestResponse> {
    const template = await this.#load(request);
    const isStored = template.post !== null;
    if (request.getParam('source') === 'theme') {
      if (template.post !== null && template.hasFile) await this.dependencies.posts.delete(template.post.id);
      return this.#again(request);
    }
    await (isStored ? super.update(request) : super.create(request));
    return this.#again(request);
  }

  override async delete(request: RestRequest): Promise<RestResponse> {
    if ((await this.#load(request)).post === null) throw errors.rest_invalid_template();
    return super.delete(request);
  }

  /** The stored item of a template. */
  override async find(id: unknown, { context }: RestRequest): Promise<Post | null> {
    return (await this.templates.find(id, context))?.post ?? null;
  }

  override async pathOf(post: Post, { context }: RestRequest): Promise<string> {
    return `${this.restBase}/${wireId(await this.templates.ofPost(post, context))}`;
  }

  override async inputOf(request: RestRequest, before: Post | null): Promise<PostInput> {
    return templateInput(this.templates, request, await super.inputOf(request, before), before);
  }

  override saveRelated(post: Post, request: RestRequest, isNew: boolean): Promise<void> {
    return classifyTemplate(this.templates, post, request, isNew);
  }

  override async prepare(post: Post, request: RestRequest): Promise<RestResponse> {
    return this.show(await this.templates.ofPost(post, request.context), request);
  }

  /** The answer that shows a template, by the request's context and fields. */
  async show(template: Template, request: RestRequest): Promise<RestResponse> {
    const fields = this.fieldsForResponse(request);
    const data = await resolveFields(
      templateValues(template, this.type.name, fields, this.templates.dependencies),
      fields,
    );
    const response = await this.answerWith(data, request);
    if (fields.withLinks) await addTemplateLinks(this, response, template, request);
    return response;
  }

  override textFields(): string[] {
    return Object.keys(this.schema.properties).filter((name) => !OF_REVISIONS.has(name));
  }

  /** A revision is shown as the template that it was, with an id of its own beside the template's. */
  override revisedValues(revision: Post, request: RestRequest, fields: FieldSelection): ItemValues {
    const template = once(async () => this.#asItWas(revision, request));
    const values = once(async () =>
      templateValues(await template(), this.type.name, fields, this.templates.dependencies),
    );
    const names = this.textFields().map((name) => [name, async () => (await values())[name]!()]);
    return { ...Object.fromEntries(names), wp_id: () => revision.id };
  }

  async #asItWas(revision: Post, request: RestRequest): Promise<Template> {
    const { posts } = this.dependencies;
    const parent = (await posts.loader(request.context).load(revision.parent)) ?? revision;
    const template = await this.templates.ofPost(parent, request.context);
    const { title, content, excerpt: description } = revision;
    return { ...template, title, content, description };
  }

  async #load(request: RestRequest): Promise<Template> {
    const template = await this.templates.find(request.getParam('id'), request.context);
    if (template === null) throw errors.rest_template_not_found();
    return template;
  }

  async #again(request: RestRequest): Promise<RestResponse> {
    request.setParam('context', 'edit');
    return this.show(await this.#load(request), request);
  }

  async #lookup(request: RestRequest): Promise<RestResponse> {
    const template = await findFor(this.templates, this.dependencies, request);
    return template === undefined ? new RestResponse({}) : this.show(template, request);
  }
}

/** The fields of a revision that are its own, not the template's. */
const OF_REVISIONS: ReadonlySet<string> = new Set(['author', 'modified', 'slug']);

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

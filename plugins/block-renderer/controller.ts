import { getOrMake } from '../../core/base/index.ts';
import {
  type ArgumentSchema,
  type EndpointArgument,
  type ItemSchema,
  RestController,
  RestError,
  type RestRequest,
  type RestServer,
} from '../../core/index.ts';
import { compileSchema } from '../../core/schema/index.ts';
import { attributesOfSupports } from '../block-supports/index.ts';
import type { BlockType, BlockTypes, Renderer } from '../content-rendering/index.ts';
import type { Post, PostStore } from '../posts/index.ts';
import { blockErrors as errors } from './errors.ts';
import { renderedBlockSchema } from './schema.ts';

/** The services that the controller needs. */
export interface BlockRendererServices {
  readonly blocks: BlockTypes;
  readonly renderer: Renderer;
  readonly posts: PostStore;
}

/** Answers `/block-renderer/<name>`: the markup of a dynamic block with given attributes. */
export class BlockRendererController extends RestController {
  readonly #services: BlockRendererServices;

  constructor(server: RestServer, services: BlockRendererServices) {
    super(server, server.site.brand.namespace, 'block-renderer');
    this.#services = services;
  }

  registerRoutes(): void {
    this.server.registerRoute(this.namespace, `${this.restBase}/(?P<name>[a-z0-9-]+/[a-z0-9-]+)`, {
      args: { name: { description: 'The name of the block.', type: 'string' } },
      0: {
        methods: 'GET, POST',
        callback: this.#render,
        permission_callback: this.#mayRender,
        args: {
          // Only editors need single blocks, so the default context is refused.
          context: this.contextParam({ default: 'view' }),
          attributes: this.#attributes(),
          post_id: { description: 'The item that the block is to be shown in.', type: 'integer' },
        },
      },
      schema: this.publicSchema,
    });
  }

  protected makeItemSchema(): ItemSchema {
    return renderedBlockSchema;
  }

  #attributes(): EndpointArgument {
    return {
      description: 'The attributes of the block.',
      type: 'object',
      default: [],
      validate_callback: (value, request, name) => {
        const issue = attributesSchema(this.#blockOf(request))?.validate(value, name);
        if (issue === undefined) return true;
        return new RestError(issue.inner, issue.message, { param: issue.param });
      },
      sanitize_callback: (value, request) => {
        const schema = attributesSchema(this.#blockOf(request));
        return schema === undefined ? value : schema.sanitize(value);
      },
    };
  }

  readonly #mayRender = async (request: RestRequest): Promise<true | RestError> => {
    const post = await this.#postOf(request);
    const { user } = request;
    const may = post === null ? user.can('edit_posts') : post !== undefined && user.can('edit_post', post);
    return may || errors.block_cannot_read(request);
  };

  readonly #render = async (request: RestRequest): Promise<{ rendered: string }> => {
    const block = this.#blockOf(request);
    if (block?.render === undefined) throw errors.block_invalid();
    const attrs = request.getParam('attributes') as Record<string, unknown>;
    const parsed = { blockName: block.name, attrs, innerBlocks: [], innerHTML: '', innerContent: [] };
    const post = (await this.#postOf(request)) ?? null;
    return { rendered: await this.#services.renderer.block(parsed, post, { request: request.context }) };
  };

  #blockOf(request: RestRequest): BlockType | undefined {
    return this.#services.blocks.get(String(request.getParam('name')));
  }

  /** The item that a request names; null when it names none, undefined when there is none. */
  async #postOf(request: RestRequest): Promise<Post | null | undefined> {
    const id = Number(request.getParam('post_id') ?? 0);
    if (!(id > 0)) return null;
    return (await this.#services.posts.loader(request.context).load(id)) ?? undefined;
  }
}

/** Attributes that editors give blocks of every type. */
const OF_EVERY_BLOCK: Readonly<Record<string, ArgumentSchema>> = { metadata: { type: 'object' } };

/** The schemas of the attributes of blocks that were rendered. */
const schemas = new WeakMap<BlockType, ReturnType<typeof compileSchema>>();

/** The schema of a block's attributes and of those that its supports give it, which allows no others. An unknown block is refused later. */
const attributesSchema = (block: BlockType | undefined) =>
  block &&
  getOrMake(schemas, block, () =>
    compileSchema({
      type: 'object',
      properties: { ...OF_EVERY_BLOCK, ...attributesOfSupports(block.supports ?? {}), ...block.attributes },
      additionalProperties: false,
    }),
  );

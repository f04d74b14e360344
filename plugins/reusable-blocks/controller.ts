import { type FieldSchema, FieldSelection, type ItemSchema, type RestRequest } from '../../core/index.ts';
import { IN_VIEW, type ItemValues, type Post, PostsController } from '../posts/index.ts';

/** Answers the routes of reusable blocks: markup that is read as it is stored, by those alone who write. */
export class BlocksController extends PostsController {
  protected override makeItemSchema(): ItemSchema {
    const schema = super.makeItemSchema();
    const { title, content } = schema.properties as Record<'title' | 'content', FieldSchema>;
    return { ...schema, properties: { ...schema.properties, title: asStored(title), content: asStored(content) } };
  }

  override values(post: Post, request: RestRequest, fields: FieldSelection): ItemValues {
    return super.values(post, request, new StoredTexts(fields));
  }

  /** A published block is not for everybody. */
  override async isReadable(post: Post, request: RestRequest): Promise<boolean> {
    return request.user.can('read_post', post) && super.isReadable(post, request);
  }
}

/** A text whose stored form is in view, and which is never shown in another. */
function asStored(field: FieldSchema): FieldSchema {
  const { raw, rendered: _, ...others } = field.properties as Record<'raw' | 'rendered', FieldSchema>;
  return { ...field, properties: { raw: { ...raw, context: IN_VIEW }, ...others } };
}

/** A selection of fields in which nothing is rendered. */
class StoredTexts extends FieldSelection {
  readonly #fields: FieldSelection;

  constructor(fields: FieldSelection) {
    super([], fields.narrowed);
    this.#fields = fields;
  }

  override has(field: string): boolean {
    return field !== 'title.rendered' && field !== 'content.rendered' && this.#fields.has(field);
  }
}

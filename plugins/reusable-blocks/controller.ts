import { type FieldSchema, FieldSelection, type ItemSchema, type RestRequest } from '../../core/index.ts';
import { IN_VIEW, type ItemValues, type Post, PostsController, type ShownItem } from '../posts/index.ts';

/** Answers the routes of reusable blocks: markup that is shown as it is stored, only to users who may edit items. */
export class BlocksController extends PostsController {
  protected override makeItemSchema(): ItemSchema {
    const schema = super.makeItemSchema();
    const { title, content } = schema.properties as Record<'title' | 'content', FieldSchema>;
    return { ...schema, properties: { ...schema.properties, title: asStored(title), content: asStored(content) } };
  }

  protected override values(item: ShownItem): ItemValues {
    return super.values({ ...item, fields: new StoredTexts(item.fields) });
  }

  /** A published block may not be read by everybody. */
  override async isReadable(post: Post, request: RestRequest): Promise<boolean> {
    return request.user.can('read_post', post) && super.isReadable(post, request);
  }
}

/** A text that is shown as it is stored, in the view context too, and never rendered. */
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

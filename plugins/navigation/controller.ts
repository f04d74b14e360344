import type { FieldSchema, ItemSchema } from '../../core/index.ts';
import { PostsController } from '../posts/index.ts';

/** Answers `/navigation`. Editors embed the fallback menu, so its texts are in the embed context too. */
export class NavigationController extends PostsController {
  protected override makeItemSchema(): ItemSchema {
    const schema = super.makeItemSchema();
    const { status, title, content } = schema.properties as Record<'status' | 'title' | 'content', FieldSchema>;
    return {
      ...schema,
      properties: {
        ...schema.properties,
        status: embedded(status),
        title: withMembers(title),
        content: withMembers(content),
      },
    };
  }
}

const embedded = (field: FieldSchema): FieldSchema => ({
  ...field,
  context: [...new Set([...(field.context ?? []), 'embed'])],
});

function withMembers(field: FieldSchema): FieldSchema {
  const members = Object.entries(field.properties ?? {}) as [string, FieldSchema][];
  const properties = Object.fromEntries(members.map(([name, member]) => [name, embedded(member)]));
  return { ...embedded(field), properties };
}

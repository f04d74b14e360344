import type { TypeScope } from './dependencies.ts';

/** The links by which `_links` of an item says what the user may do, as its schema lists them. */
export function schemaLinks({ dependencies, type, server }: TypeScope<'taxonomies'>): object[] {
  const { brand } = server.site;
  const href = server.restUrl(`${type.rest_namespace}/${type.rest_base}/{id}`);
  const link = (action: string, title: string, properties: Record<string, object>) => ({
    rel: brand.relation(`action-${action}`),
    title,
    href,
    targetSchema: { type: 'object', properties },
  });
  const links: object[] = [];
  if (type.name !== 'attachment') {
    const status = { type: 'string', enum: ['publish', 'future'] };
    links.push(link('publish', 'The user may publish the item.', { status }));
  }
  const content = { raw: { type: 'string' } };
  links.push(link('unfiltered-html', 'The user may write any markup.', { content }));
  if (type.name === 'post') {
    links.push(link('sticky', 'The user may make the item sticky.', { sticky: { type: 'boolean' } }));
  }
  if (type.supports.has('author')) {
    links.push(link('assign-author', 'The user may change the author.', { author: { type: 'integer' } }));
  }
  for (const { rest_base, show_in_rest, name } of dependencies.taxonomies.ofType(type.name)) {
    if (!show_in_rest) continue;
    const terms = { [rest_base]: { type: 'array', items: { type: 'integer' } } };
    links.push(link(`assign-${rest_base}`, `The user may assign terms of ${name}.`, terms));
    links.push(link(`create-${rest_base}`, `The user may create terms of ${name}.`, terms));
  }
  return links;
}

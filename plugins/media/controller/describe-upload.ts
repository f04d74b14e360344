import type { OpenApiObject } from '../../openapi/index.ts';

/** A file's bytes, as OpenAPI describes what is no text. */
const BYTES = { type: 'string', contentMediaType: 'application/octet-stream' };

const DISPOSITION = {
  name: 'Content-Disposition',
  in: 'header',
  description: 'The name of a file that is sent as the body: `attachment; filename="photo.jpg"`.',
  schema: { type: 'string' },
};

/** Describes an upload as a form with the field `file`, or as a file's bytes, where the operation lists JSON alone. */
export function describeUpload(operation: OpenApiObject): OpenApiObject {
  const { requestBody, parameters = [] } = operation as {
    requestBody?: { content: Record<string, { schema: object }> };
    parameters?: readonly object[];
  };
  const fields = requestBody?.content['application/json']?.schema ?? {};
  const form = { allOf: [fields, { type: 'object', required: ['file'], properties: { file: BYTES } }] };
  return {
    ...operation,
    parameters: [...parameters, DISPOSITION],
    requestBody: {
      required: true,
      content: { 'multipart/form-data': { schema: form }, 'application/octet-stream': { schema: BYTES } },
    },
  };
}

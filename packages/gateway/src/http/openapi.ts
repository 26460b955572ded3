import { type Endpoint, errorStatus, parseAddress } from '@tollgate/contract';
import { endpoints } from '@tollgate/contract/endpoints';
import { toJSONSchema } from 'zod';
import { version } from '../modules/settings/version.ts';

export type JsonSchema = Record<string, unknown> & {
  properties?: Record<string, JsonSchema>;
  required?: string[];
};

export interface Operation {
  summary: string;
  tags: string[];
  'x-access': Endpoint['access'];
  parameters?: { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }[];
  requestBody?: { required: true; content: { 'application/json': { schema: JsonSchema } } };
  responses: Record<string, unknown>;
}

export interface ApiDescription {
  openapi: '3.1.0';
  paths: Record<string, Record<string, Operation>>;
  [section: string]: unknown;
}

/** OpenAPI 3.1, generated from the contract that the routes are made of. */
export function describeApi(): ApiDescription {
  const paths: ApiDescription['paths'] = {};
  for (const endpoint of endpoints) {
    const { method, path } = parseAddress(endpoint.address);
    const template = path.replace(/:(\w+)/g, '{$1}');
    paths[template] = { ...paths[template], [method.toLowerCase()]: describe(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tollgate console API', version, description: introduction },
    paths,
    components: { securitySchemes, schemas: { Failure: failureSchema } },
  };
}

function describe(endpoint: Endpoint): Operation {
  const { method, path, params } = parseAddress(endpoint.address);
  const input = schemaOf(endpoint.input, 'input');
  const hasBody = method === 'POST' || method === 'PUT';
  const fields = Object.entries(input.properties ?? {});
  const inUrl = fields.filter(
    ([name]) => params.includes(name) || !hasBody || endpoint.query?.includes(name),
  );
  const inBody = fields.filter((field) => !inUrl.includes(field));
  const required = new Set(input.required ?? []);

  return {
    summary: endpoint.summary,
    tags: [path.split('/')[2] as string],
    'x-access': endpoint.access,
    ...(endpoint.access !== 'public' && {
      security: [
        { session: [], user: [] },
        { accessToken: [], user: [] },
      ],
    }),
    ...(inUrl.length > 0 && {
      parameters: inUrl.map(([name, schema]) => ({
        name,
        in: params.includes(name) ? 'path' : 'query',
        required: required.has(name) || params.includes(name),
        schema,
      })),
    }),
    ...(inBody.length > 0 && { requestBody: jsonBody(inBody, required) }),
    responses: responsesOf(endpoint),
  };
}

function jsonBody(fields: [string, JsonSchema][], required: ReadonlySet<string>) {
  const names = fields.map(([name]) => name).filter((name) => required.has(name));
  const schema = { type: 'object', properties: Object.fromEntries(fields), required: names };
  return { required: true as const, content: { 'application/json': { schema } } };
}

function responsesOf({ output, answer }: Endpoint) {
  const data = schemaOf(output, 'output');
  if (answer === 'stream') return fileResponse(data);
  if (answer === 'text')
    return { 200: { description: 'One word.', content: { 'text/plain': { schema: data } } } };
  if (answer === 'redirect') return redirectResponse(data);
  const envelope = { success: { const: true }, message: { type: 'string' } };
  const spread = { type: 'object', properties: { ...envelope, ...data.properties } };
  const wrapped = { type: 'object', properties: { ...envelope, data } };
  const success = answer === 'spread' ? spread : wrapped;
  const schema = { anyOf: [success, { $ref: '#/components/schemas/Failure' }] };
  return {
    200: {
      description: 'Done, or refused with `success: false`.',
      content: { 'application/json': { schema } },
    },
  };
}

/** Refusals before the first row are in the envelope. */
function fileResponse(row: JsonSchema) {
  const refused = { schema: { $ref: '#/components/schemas/Failure' } };
  const content = { 'text/csv': {}, 'application/x-ndjson': { schema: row }, 'application/json': refused };
  return { 200: { description: 'A file with these columns, or refused with `success: false`.', content } };
}

function redirectResponse(location: JsonSchema) {
  const refused = { schema: { $ref: '#/components/schemas/Failure' } };
  return {
    302: { description: 'Done; the browser goes on.', headers: { location: { schema: location } } },
    200: { description: 'Refused with `success: false`.', content: { 'application/json': refused } },
  };
}

function schemaOf(schema: Endpoint['input'], io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest as JsonSchema;
}

const introduction =
  'Answers are `{ success, message, data }`. What fails for a reason of its own answers with 200 and `success: false`, a `code` and `details`. Send the id of the signed-in user in `New-Api-User`.';

const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: 'sid' },
  accessToken: { type: 'http', scheme: 'bearer' },
  user: { type: 'apiKey', in: 'header', name: 'New-Api-User' },
};

const failureSchema = {
  type: 'object',
  required: ['success', 'message', 'code', 'details', 'request_id'],
  properties: {
    success: { const: false },
    message: { type: 'string', description: 'One sentence in the language of Accept-Language.' },
    code: { enum: Object.keys(errorStatus).filter((code) => code !== 'network') },
    details: { type: 'object' },
    request_id: { type: 'string' },
  },
};

import type { EndpointId } from '../providers/provider.ts';
import { openaiBeta } from '../request/upstream-headers.ts';
import type { Dialect, RawRequest, RelayRequest } from './dialect.ts';
import { openaiResponses } from './openai-responses.ts';
import { modelName, readRequest, requestSchema } from './read-request.ts';

/** https://platform.openai.com/docs/api-reference/responses/input-tokens */
export const responsesCount = sibling('responses/input_tokens');

/** https://platform.openai.com/docs/api-reference/responses/compact */
export const responsesCompact = sibling('responses/compact');

/** An endpoint that reads the same conversation as `/v1/responses`, with the same references. */
function sibling(id: EndpointId): Dialect {
  const { formatError, formatStreamError } = openaiResponses;
  return { id, parse, formatError, formatStreamError, refersToEarlier: true };
}

/** The size of the answer has no limit that a caller could set. */
function parse(sent: RawRequest): RelayRequest {
  const { request, data } = readRequest(sent, schema);
  const { model } = data;
  return {
    model,
    stream: false,
    includeUsage: false,
    maxOutput: undefined,
    choices: 1,
    ...request,
    ...openaiBeta(sent.headers),
  };
}

const schema = requestSchema({ model: modelName });

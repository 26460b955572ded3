import type { Failure } from '../errors.ts';
import { formatAnswer } from './anthropic-answer.ts';
import { toCall } from './anthropic-call.ts';
import { parse } from './anthropic-request.ts';
import { createFormatter } from './anthropic-stream.ts';
import type { Dialect } from './dialect.ts';

/** https://docs.anthropic.com/en/api/messages */
export const anthropicMessages: Dialect = {
  id: 'anthropic-messages',
  parse,
  formatError: (failure) => JSON.stringify(errorBody(failure)),
  formatStreamError: (failure) => `event: error\ndata: ${JSON.stringify(errorBody(failure))}\n\n`,
  translator: {
    toCall,
    formatAnswer,
    createFormatter,
    fields: {
      audio: 'messages.content',
      file: 'messages.content.source',
      'file-url': 'messages.content.source.url',
      'image-url': 'messages.content.source.url',
      tools: 'tools',
      'tool-result-media': 'messages.content.content',
      'tool-choice': 'tool_choice',
      'web-search': 'tools.type: web_search',
      stop: 'stop_sequences',
      'response-format': 'output_config.format',
    },
  },
};

function errorBody({ status, message, code, limit }: Failure) {
  return { type: 'error', error: { type: kindOf(status), message, code, ...(limit && { limit }) } };
}

/** The error types of this format. */
function kindOf(status: number): string {
  return kinds[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error');
}

const kinds: Partial<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
  529: 'overloaded_error',
};

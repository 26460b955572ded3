import type { Dialect } from './dialect.ts';
import { openaiErrors } from './openai-errors.ts';
import { formatAnswer } from './responses-answer.ts';
import { toCall } from './responses-call.ts';
import { parse } from './responses-request.ts';
import { createFormatter } from './responses-stream.ts';

/** https://platform.openai.com/docs/api-reference/responses */
export const openaiResponses: Dialect = {
  id: 'openai-responses',
  parse,
  formatError: openaiErrors.formatError,
  formatStreamError({ code, message, param, limit }) {
    const event = { type: 'error', code, message, param: param || null, ...(limit && { limit }) };
    return `event: error\ndata: ${JSON.stringify(event)}\n\n`;
  },
  translator: {
    toCall,
    formatAnswer,
    createFormatter,
    fields: {
      audio: 'input.content.input_audio',
      file: 'input.content.input_file',
      'file-url': 'input.content.file_url',
      'image-url': 'input.content.image_url',
      tools: 'tools',
      'tool-result-media': 'input.output',
      'tool-choice': 'tool_choice',
      'web-search': 'tool_choice.type: web_search',
      stop: 'stop',
      'response-format': 'text.format',
    },
  },
};

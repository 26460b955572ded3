import type { Dialect } from './dialect.ts';
import { createFormatter, formatAnswer } from './openai-chat-answer.ts';
import { toCall } from './openai-chat-call.ts';
import { parse } from './openai-chat-request.ts';
import { openaiErrors } from './openai-errors.ts';

/** https://platform.openai.com/docs/api-reference/chat */
export const openaiChat: Dialect = {
  ...openaiErrors,
  id: 'openai-chat',
  parse,
  translator: {
    toCall,
    formatAnswer,
    createFormatter,
    fields: {
      audio: 'messages.content.input_audio',
      file: 'messages.content.file',
      'file-url': 'messages.content.file',
      'image-url': 'messages.content.image_url',
      tools: 'tools',
      'tool-result-media': 'messages.content',
      'tool-choice': 'tool_choice',
      'web-search': 'web_search',
      stop: 'stop',
      'response-format': 'response_format',
    },
  },
};

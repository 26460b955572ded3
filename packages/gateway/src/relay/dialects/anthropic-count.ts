import { anthropicMessages } from './anthropic-messages.ts';
import { parsePrompt } from './anthropic-request.ts';
import type { Dialect } from './dialect.ts';

/** https://docs.anthropic.com/en/api/messages-count-tokens */
export const anthropicCount: Dialect = {
  id: 'messages/count_tokens',
  parse: parsePrompt,
  formatError: anthropicMessages.formatError,
  formatStreamError: anthropicMessages.formatStreamError,
};

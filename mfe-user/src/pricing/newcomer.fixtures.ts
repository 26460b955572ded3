import { answer } from '@tollgate/api-client/testing';
import { getModelService, listOwnUsage, pageTokens } from '@tollgate/contract';

/** What the server says to somebody without tokens and calls, of models that were not called lately. */
export function answerForNewcomer(): void {
  answer(getModelService, {
    status: 'unknown',
    success_rate: null,
    first_token_ms: null,
    tokens_per_second: null,
  });
  answer(pageTokens, { items: [], total: 0, page: 1, page_size: 100, next_cursor: null });
  answer(listOwnUsage, []);
}

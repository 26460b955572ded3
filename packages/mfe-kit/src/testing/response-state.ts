import { answer } from '@tollgate/api-client/testing';
import type { Endpoint, ErrorCode } from '@tollgate/contract';
import { getStatus } from '@tollgate/contract';
import { endpoints } from '@tollgate/contract/endpoints';
import { emptyOf } from './empty-of.ts';

/** How all gateway requests of an area end while a page is tested. */
export type ResponseState = 'loading' | 'empty' | 'failed' | 'forbidden' | 'gone';

/** What the page must show, as in "its data could not be loaded". */
export const expectedTexts: Record<ResponseState, string> = {
  loading: 'is loading',
  empty: 'is empty',
  failed: 'could not be loaded',
  forbidden: 'may not be seen',
  gone: 'is not there',
};

/** Makes every endpoint respond this way. The site status always succeeds. */
export function answerAll(state: ResponseState): void {
  for (const endpoint of endpoints) {
    if (endpoint === (getStatus as Endpoint)) continue;
    if (state === 'loading') answer(endpoint, undefined, { delayMs: Number.POSITIVE_INFINITY });
    else if (state === 'empty') answer(endpoint, emptyOf(endpoint.output));
    else answer(endpoint, { code: CODES[state] });
  }
  answer(getStatus, { ...(emptyOf(getStatus.output) as object), quota_per_unit: 500_000 } as never);
}

const CODES: Record<'failed' | 'forbidden' | 'gone', ErrorCode> = {
  failed: 'busy',
  forbidden: 'not_allowed',
  gone: 'endpoint_not_found',
};

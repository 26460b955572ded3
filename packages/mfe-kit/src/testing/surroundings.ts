import { answer } from '@tollgate/api-client/testing';
import type { Endpoint, ErrorCode } from '@tollgate/contract';
import { getStatus } from '@tollgate/contract';
import { endpoints } from '@tollgate/contract/endpoints';
import { emptyOf } from './empty-of.ts';

/** How everything that an area asks the gateway for goes, while a page is looked at. */
export type Weather = 'loading' | 'empty' | 'failed' | 'forbidden' | 'gone';

/** Everything that an area may ask for answers so from now on. The status of the site is there whatever happens. */
export function letAllAnswer(weather: Weather): void {
  for (const endpoint of endpoints) {
    if (endpoint === (getStatus as Endpoint)) continue;
    if (weather === 'loading') answer(endpoint, undefined, { delayMs: Number.POSITIVE_INFINITY });
    else if (weather === 'empty') answer(endpoint, emptyOf(endpoint.output));
    else answer(endpoint, { code: CODES[weather] });
  }
  answer(getStatus, { ...(emptyOf(getStatus.output) as object), quota_per_unit: 500_000 } as never);
}

const CODES: Record<'failed' | 'forbidden' | 'gone', ErrorCode> = {
  failed: 'busy',
  forbidden: 'not_allowed',
  gone: 'endpoint_not_found',
};

import { openaiErrors } from '../dialects/openai-errors.ts';
import { type Failure, RelayError, UpstreamRefusal } from '../errors.ts';
import { taskTexts } from './texts.ts';

/** What a Midjourney proxy calls a request that it cannot take, one that failed on the way, and a full queue. */
const INVALID = 4;
const FAILED = 5;
const SATURATED = 30;

const failedCodes = new Set(['do_request_failed', 'unmarshal_response_body_failed']);

/** Refusals as clients of Midjourney proxies read them. What has to do with the key keeps the shape of OpenAI. */
export const midjourneyErrors = {
  formatError(failure: Failure): string {
    if (!isOfTasks(failure)) return openaiErrors.formatError(failure);
    const code = failure.status === 429 ? SATURATED : failedCodes.has(failure.code) ? FAILED : INVALID;
    return JSON.stringify({
      description: `${failure.code} ${failure.message}`,
      type: 'upstream_error',
      code,
    });
  },
};

/** The same for clients of Suno. */
export const sunoErrors = {
  formatError(failure: Failure): string {
    if (!isOfTasks(failure)) return openaiErrors.formatError(failure);
    return JSON.stringify({ code: failure.code, message: failure.message, data: null });
  },
};

/** What a provider said when it refused, under a status of the wire: 429 when it is busy, else `status`. */
export function asRefused(error: unknown, status: number): unknown {
  if (!(error instanceof UpstreamRefusal)) return error;
  const { message, retryAfter } = error;
  if (error.status === 429)
    return new RelayError(429, 'upstream_busy', {}, { cause: error, ...(retryAfter && { retryAfter }) });
  const reason = message || 'there was no answer';
  return new RelayError(status, 'do_request_failed', { reason }, { cause: error });
}

function isOfTasks({ code }: Failure): boolean {
  return Object.hasOwn(taskTexts, code) || code.startsWith('upstream_');
}

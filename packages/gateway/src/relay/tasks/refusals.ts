import { isTaskText, reasonText } from '../../core/texts/texts.ts';
import { openaiErrors } from '../dialects/openai-errors.ts';
import { type Failure, RelayError, UpstreamError } from '../errors.ts';

/** Codes of Midjourney proxies: an invalid request, one that failed on the way, and a full queue. */
const INVALID = 4;
const FAILED = 5;
const SATURATED = 30;

const failedCodes = new Set(['do_request_failed', 'unmarshal_response_body_failed']);

/** Formats errors for clients of Midjourney proxies. Errors about the key keep OpenAI's format. */
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

/** Gives a provider's error a status of the console API: 429 when it is busy, else `status`. */
export function asRefused(error: unknown, status: number): unknown {
  if (!(error instanceof UpstreamError)) return error;
  const { message, retryAfter } = error;
  if (error.status === 429)
    return new RelayError(429, 'upstream_busy', {}, { cause: error, ...(retryAfter && { retryAfter }) });
  const reason = message || reasonText('no_answer');
  return new RelayError(status, 'do_request_failed', { reason }, { cause: error });
}

function isOfTasks({ code }: Failure): boolean {
  return isTaskText(code) || code.startsWith('upstream_');
}

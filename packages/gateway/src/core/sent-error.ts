import type { Part } from './chat.ts';

type ErrorPart = Extract<Part, { type: 'error' }>;

/** Reads an error that a provider sent within a stream. Its status is that of a broken provider if it implies none. */
export function toErrorPart(error: { readonly type?: unknown; readonly message?: unknown }): ErrorPart {
  const kind = String(error.type ?? 'upstream_error');
  return { type: 'error', status: 502, kind, message: String(error.message ?? ''), report: error };
}

/** Reads an `error` event of a response, which has the fields of the error itself, or one of a failed response. */
export function readErrorEvent(event: {
  readonly error?: object | null;
  readonly response?: { readonly error?: object | null };
}): ErrorPart {
  return toErrorPart(event.error ?? event.response?.error ?? { ...event, type: undefined });
}

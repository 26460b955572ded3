import type { Part } from '../../core/chat.ts';

/** Reads an error that a provider sent within a stream. Its status is that of a broken provider if it implies none. */
export function toErrorPart(error: {
  readonly type?: unknown;
  readonly message?: unknown;
}): Extract<Part, { type: 'error' }> {
  const kind = String(error.type ?? 'upstream_error');
  return { type: 'error', status: 502, kind, message: String(error.message ?? ''), report: error };
}

import type { CacheLifetime } from '../../core/chat.ts';

/** Reads Anthropic's mark `{"type": "ephemeral", "ttl": "1h"}`. Ignores others: a mark only tunes. */
export function readCache(mark: unknown): CacheLifetime | undefined {
  const { type, ttl } = (mark ?? {}) as { type?: unknown; ttl?: unknown };
  if (type !== 'ephemeral') return undefined;
  return ttl === '1h' ? '1h' : '5m';
}

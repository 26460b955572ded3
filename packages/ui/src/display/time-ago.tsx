import { Tooltip } from '@arco-design/web-react';
import { formatRelative, formatTime, useLanguage } from '@tollgate/i18n';
import type { ReactNode } from 'react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

export interface TimeAgoProps {
  /** Unix seconds. Zero, negative or absent means that it never happened. */
  at: number | null | undefined;
  /** Shown instead of "Never". */
  never?: ReactNode;
}

/** A relative time that updates itself; the exact local time on hover. */
export function TimeAgo({ at, never }: TimeAgoProps) {
  const { t } = useTranslation('common');
  const { language } = useLanguage();
  const nowMs = useNow();
  if (!at || at <= 0) return <span className="tg-muted">{never ?? t('time.never')}</span>;
  return (
    <Tooltip content={formatTime(at)}>
      <time className="tg-number" dateTime={new Date(at * 1000).toISOString()}>
        {formatRelative(at, language, nowMs)}
      </time>
    </Tooltip>
  );
}

const TICK_MS = 30_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let nowMs = Date.now();

/** One timer for all relative times on the page. */
function useNow(): number {
  return useSyncExternalStore(subscribe, () => nowMs);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  nowMs = Math.max(nowMs, Date.now());
  timer ??= setInterval(tick, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  nowMs = Date.now();
  for (const listener of listeners) listener();
}

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

/** A relative time that updates itself. The exact local time shows on hover, focus and touch. */
export function TimeAgo({ at, never }: TimeAgoProps) {
  const { t } = useTranslation('common');
  const { language } = useLanguage();
  const nowMs = useNow();
  if (!at || at <= 0) return <span className="tg-muted">{never ?? t('time.never')}</span>;
  return (
    <Tooltip content={formatTime(at)} trigger={['hover', 'focus']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the exact time shows on focus */}
      <time className="tg-number" dateTime={new Date(at * 1000).toISOString()} tabIndex={0}>
        {formatRelative(at, language, nowMs)}
        <span className="tg-visually-hidden">, {formatTime(at)}</span>
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

import { LOG_SUMMARY_ROWS, type LogBar, type LogBars as LogBarsData } from '@tollgate/contract';
import { Button, useFormat } from '@tollgate/ui/core';
import type { TimeRange } from '@tollgate/ui/data';
import { IconUndo } from '@tollgate/ui/icons';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type Brush, brushedRange, isWithin, slotsOf } from './bar-slots.ts';
import { useBrush } from './use-brush.ts';
import './log-bars.css';

/** What a log lists. */
export type BarSubject = 'requests' | 'drawings' | 'tasks';

interface Props {
  subject: BarSubject;
  bars: LogBarsData;
  onZoom: (range: TimeRange) => void;
  /** Returns to the range before the first zoom. Undefined while nothing is zoomed. */
  onBack: (() => void) | undefined;
}

/** What a log lists over time, failed ones in red. A stretch of bars that is dragged over or chosen by keys is zoomed into. */
export function LogBars({ subject, bars, onZoom, onBack }: Props) {
  const { t } = useTranslation('area.logs');
  const format = useFormat();
  const hintId = useId();
  const label = t(`bars.${subject}.label`);
  const slots = slotsOf(bars);
  const { shown, last, handlers } = useBrush(slots.length, (brush) =>
    onZoom(brushedRange(slots, brush, bars.span)),
  );
  const summary = useSummary(slots, shown, { subject, span: bars.span });
  const most = Math.max(1, ...slots.map(({ calls, failed }) => calls + failed));
  const isCut = bars.counted_from > bars.start_timestamp;
  return (
    <section className="log-bars" aria-label={label}>
      <div className="log-bars-head">
        <span>{summary}</span>
        {isCut && (
          <span>
            {t(`bars.${subject}.cut`, {
              count: format.number(LOG_SUMMARY_ROWS),
              time: format.time(bars.counted_from),
            })}
          </span>
        )}
        {onBack && (
          <Button size="mini" type="text" icon={<IconUndo />} onClick={onBack}>
            {t('bars.back')}
          </Button>
        )}
      </div>
      <div
        className="log-bars-strip"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-describedby={hintId}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={shown?.to ?? last}
        aria-valuetext={summary}
        {...handlers}
      >
        {slots.map((slot, index) => (
          <Bar key={slot.created_at} slot={slot} most={most} isShown={isWithin(index, shown)} />
        ))}
      </div>
      <div className="log-bars-axis" aria-hidden>
        <span>{format.time(bars.start_timestamp)}</span>
        <span>{format.time(bars.end_timestamp)}</span>
      </div>
      <span id={hintId} className="tg-visually-hidden">
        {t('bars.hint')}
      </span>
    </section>
  );
}

function Bar({ slot, most, isShown }: { slot: LogBar; most: number; isShown: boolean }) {
  const height = (count: number) => `${(count / most) * 100}%`;
  return (
    <span className="log-bar" data-shown={isShown || undefined}>
      {slot.calls > 0 && <span style={{ height: height(slot.calls) }} />}
      {slot.failed > 0 && <span className="log-bar-failed" style={{ height: height(slot.failed) }} />}
    </span>
  );
}

/** What the chosen bars have, or all of them. */
function useSummary(
  slots: readonly LogBar[],
  chosen: Brush | undefined,
  { subject, span }: { subject: BarSubject; span: number },
): string {
  const { t } = useTranslation('area.logs');
  const { time } = useFormat();
  const some = chosen ? slots.filter((_, index) => isWithin(index, chosen)) : slots;
  const failed = sum(some, 'failed');
  const parts = [t(`bars.${subject}.count`, { count: sum(some, 'calls') + failed })];
  if (failed > 0) parts.push(t(`bars.${subject}.failed`, { count: failed }));
  if (chosen) {
    const { start, end } = brushedRange(slots, chosen, span);
    parts.push(`${time(start)} – ${time(end + 1)}`);
  }
  return parts.join(' · ');
}

function sum(slots: readonly LogBar[], field: 'calls' | 'failed'): number {
  return slots.reduce((total, slot) => total + slot[field], 0);
}

import { DatePicker } from '@arco-design/web-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCalendarKeys } from '../forms/use-calendar-keys.tsx';
import type { TimeRange } from './time-range.ts';
import './filter-bar.css';

export interface DateTimeRangeProps {
  /** Absent for all time. */
  value?: TimeRange | undefined;
  onChange: (range: TimeRange | undefined) => void;
}

/** Two moments. A range that goes on to now has no second one. */
export function DateTimeRange({ value, onChange }: DateTimeRangeProps) {
  const { t } = useTranslation('common');
  const wrapper = useRef<HTMLDivElement>(null);
  const { picker, keys } = useCalendarKeys(wrapper);
  useEffect(() => {
    const inputs = wrapper.current?.querySelectorAll('input') ?? [];
    inputs.forEach((input, index) => {
      input.setAttribute('aria-label', t(index === 0 ? 'time.from' : 'time.to'));
    });
  });
  const moments = value ? [value.start * 1000, ...(value.end === undefined ? [] : [value.end * 1000])] : [];
  return (
    <div ref={wrapper} className="tg-date-range" {...keys}>
      <DatePicker.RangePicker
        {...picker}
        showTime
        allowClear
        format="YYYY-MM-DD HH:mm:ss"
        placeholder={[t('time.from'), t(value && value.end === undefined ? 'time.now' : 'time.to')]}
        value={moments}
        onChange={(_, days) =>
          onChange(days?.[0] && days[1] ? { start: days[0].unix(), end: days[1].unix() } : undefined)
        }
      />
    </div>
  );
}

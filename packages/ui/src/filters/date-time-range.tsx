import { DatePicker } from '@arco-design/web-react';
import { dayjs } from '@arco-design/web-react/es/_util/dayjs';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import './filter-bar.css';

export interface DateTimeRangeProps {
  /** Unix seconds, both ends included; absent for all time. */
  value?: [from: number, to: number];
  onChange: (range: [from: number, to: number] | undefined) => void;
}

/** A time range, with common presets. */
export function DateTimeRange({ value, onChange }: DateTimeRangeProps) {
  const { t } = useTranslation('common');
  const wrapper = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const inputs = wrapper.current?.querySelectorAll('input') ?? [];
    inputs.forEach((input, index) => {
      input.setAttribute('aria-label', t(index === 0 ? 'time.from' : 'time.to'));
    });
  });
  return (
    <div ref={wrapper} className="tg-date-range">
      <DatePicker.RangePicker
        showTime
        allowClear
        format="YYYY-MM-DD HH:mm:ss"
        placeholder={[t('time.from'), t('time.to')]}
        {...(value ? { value: value.map((seconds) => seconds * 1000) } : { value: [] })}
        shortcuts={spans().map(([key, from, to]) => ({
          text: t(`time.${key}`),
          value: () => [dayjs(from), dayjs(to)],
        }))}
        onChange={(_, days) => onChange(days?.[0] && days[1] ? [days[0].unix(), days[1].unix()] : undefined)}
      />
    </div>
  );
}

/** Formats a range as one filter of the URL: `1700000000-1700086400`. Empty for all time. */
export function rangeToText(range: [from: number, to: number] | undefined): string {
  return range ? range.join('-') : '';
}

/** Parses the text of {@link rangeToText}; anything else means all time. */
export function rangeFromText(text: string): [from: number, to: number] | undefined {
  const match = /^(\d{1,12})-(\d{1,12})$/.exec(text);
  return match ? [Number(match[1]), Number(match[2])] : undefined;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Preset ranges in milliseconds, in local days. */
function spans(): [key: string, fromMs: number, toMs: number][] {
  const nowMs = Date.now();
  const today = new Date().setHours(0, 0, 0, 0);
  const month = new Date(today).setDate(1);
  const yesterday = new Date(today - DAY_MS / 2).setHours(0, 0, 0, 0);
  return [
    ['last-hour', nowMs - HOUR_MS, nowMs],
    ['today', today, nowMs],
    ['yesterday', yesterday, today - 1000],
    ['last-7-days', nowMs - 7 * DAY_MS, nowMs],
    ['last-30-days', nowMs - 30 * DAY_MS, nowMs],
    ['this-month', month, nowMs],
  ];
}

import { Button, DatePicker } from '@arco-design/web-react';
import { formatTime } from '@tollgate/i18n';
import { type FocusEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCalendarKeys } from './use-calendar-keys.tsx';
import { useControlName } from './use-control-name.ts';
import './controls.css';

/** The value of new-api for "does not expire". */
export const NEVER = -1;

export interface DateTimePickerProps {
  /** Unix seconds; {@link NEVER} for never. */
  value?: number;
  onChange?: (epochSeconds: number | undefined) => void;
  id?: string;
  /** Offers "Never expires" and future dates. On by default, because most dates here are expiries. */
  expiry?: boolean;
  disabled?: boolean;
  placeholder?: string;
  'aria-label'?: string;
}

/** A date with its time of day, with common presets. */
export function DateTimePicker({
  value,
  onChange,
  id,
  expiry = true,
  disabled,
  ...rest
}: DateTimePickerProps) {
  const { t } = useTranslation('common');
  const wrapper = useRef<HTMLDivElement>(null);
  const { 'aria-label': label, placeholder = t(value === NEVER ? 'time.never-expires' : 'time.pick') } = rest;
  useControlName(wrapper, id, label);
  const { picker, keys } = useCalendarKeys(wrapper);

  /** The picker drops typed text that it cannot parse; the form must learn of it to show the error. */
  function readTyped({ target }: FocusEvent) {
    if (!(target instanceof HTMLInputElement)) return;
    const text = target.value.trim();
    const isShown = text === (value !== undefined && value > 0 ? formatTime(value) : '');
    if (!isShown) onChange?.(parseTime(text));
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles events of its input and is not interactive itself
    <div
      {...keys}
      ref={wrapper}
      className="tg-control"
      onBlur={(event) => {
        keys.onBlur(event);
        readTyped(event);
      }}
    >
      <DatePicker
        {...picker}
        showTime
        className="tg-date-time-picker"
        disabled={disabled ?? false}
        placeholder={placeholder}
        {...(value !== undefined && value > 0 ? { value: formatTime(value) } : { value: '' })}
        onChange={(_, day) => onChange?.(day ? day.unix() : undefined)}
      />
      {expiry && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would nest in the form item's own grouping
        <div className="tg-presets" role="group" aria-label={t('time.shortcuts')}>
          {shortcuts.map(([key, seconds]) => (
            <Button
              key={key}
              size="mini"
              disabled={disabled ?? false}
              onClick={() => onChange?.(seconds === NEVER ? NEVER : Math.floor(Date.now() / 1000) + seconds)}
            >
              {t(`time.${key}`)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Parses local time such as `2026-03-01 09:05:00` to Unix seconds; a day alone is its midnight. */
function parseTime(text: string): number | undefined {
  const [day = '', time = '00:00:00'] = text.split(/[ T]+/);
  const milliseconds = Date.parse(`${day}T${time}`);
  return Number.isNaN(milliseconds) ? undefined : Math.floor(milliseconds / 1000);
}

const DAY = 86_400;
const shortcuts: [key: string, seconds: number][] = [
  ['never-expires', NEVER],
  ['in-1-hour', 3600],
  ['in-1-day', DAY],
  ['in-7-days', 7 * DAY],
  ['in-1-month', 30 * DAY],
  ['in-1-year', 365 * DAY],
];

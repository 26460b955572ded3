import type { RangePickerProps } from '@arco-design/web-react';
import { formatDay, useLanguage } from '@tollgate/i18n';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useRef,
  useState,
} from 'react';
import { stepFrom, turnTo } from './calendar-days.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import './calendar.css';

type Dayjs = Parameters<NonNullable<RangePickerProps['dateRender']>>[0];
type Picker = Required<
  Pick<RangePickerProps, 'popupVisible' | 'onVisibleChange' | 'dateRender' | 'panelRender'>
>;

/**
 * The calendar of a date field without a mouse, which Arco offers to the mouse alone. Enter or the down arrow opens it, a
 * second down arrow leads into it, arrows and the page keys move by day, week and month, Enter chooses, Escape closes.
 */
export function useCalendarKeys(wrapper: RefObject<HTMLElement | null>) {
  const [isOpen, setOpen] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLElement>(null);
  const keepFocus = useKeptFocus(wrapper);

  function change(next: boolean) {
    keepFocus(next);
    setOpen(next);
  }

  /** Before Arco, for which Enter in a closed field confirms its value and leaves it. */
  function onKeyDownCapture(event: KeyboardEvent<HTMLElement>) {
    const opens = event.key === 'Enter' || event.key === 'ArrowDown';
    if (isOpen || !opens || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    event.stopPropagation();
    change(true);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const day = panel.current?.contains(event.target as Node)
      ? (event.target as HTMLElement).dataset.day
      : undefined;
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      field.current?.focus();
      change(false);
    } else if (event.target instanceof HTMLInputElement && isOpen && event.key === 'ArrowDown') {
      event.preventDefault();
      if (panel.current) turnTo(panel.current);
    } else if (day !== undefined) {
      const next = stepFrom(day, event.key);
      if (next === undefined || !panel.current) return;
      event.preventDefault();
      turnTo(panel.current, next);
    }
  }

  function onFocus({ target }: FocusEvent<HTMLElement>) {
    if (target instanceof HTMLInputElement && wrapper.current?.contains(target)) field.current = target;
  }

  function onBlur({ relatedTarget }: FocusEvent<HTMLElement>) {
    const isWithin = [wrapper.current, panel.current].some((part) => part?.contains(relatedTarget));
    if (isOpen && relatedTarget && !isWithin) change(false);
  }

  /** A range goes on to its other field by itself. A single moment does not, and Enter in its field confirms it. */
  function leaveCalendar({ detail, currentTarget }: MouseEvent<HTMLElement>) {
    const isByKey = detail === 0;
    if (isByKey && document.activeElement === currentTarget) field.current?.focus();
  }

  const picker: Picker = {
    popupVisible: isOpen,
    onVisibleChange: (next) => change(Boolean(next)),
    panelRender: (content) => (
      <div ref={panel} className="tg-calendar">
        {content}
      </div>
    ),
    dateRender: (day) => <Day date={day} onClick={leaveCalendar} />,
  };
  return { picker, keys: { onKeyDownCapture, onKeyDown, onFocus, onBlur } };
}

interface DayProps {
  date: Dayjs;
  onClick: (event: MouseEvent<HTMLElement>) => void;
}

function Day({ date, onClick }: DayProps) {
  const { language } = useLanguage();
  return (
    <div className="arco-picker-date">
      <button
        type="button"
        tabIndex={-1}
        className="arco-picker-date-value tg-calendar-day"
        data-day={date.format('YYYY-MM-DD')}
        aria-label={formatDay(date.toDate(), language)}
        onClick={onClick}
      >
        {date.date()}
      </button>
    </div>
  );
}

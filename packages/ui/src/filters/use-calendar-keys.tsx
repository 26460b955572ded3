import type { RangePickerProps } from '@arco-design/web-react';
import { formatDay, useLanguage } from '@tollgate/i18n';
import { type FocusEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { useKeptFocus } from '../forms/use-kept-focus.ts';
import { stepFrom, turnTo } from './calendar-days.ts';
import './calendar.css';

type Picker = Required<
  Pick<RangePickerProps, 'popupVisible' | 'onVisibleChange' | 'dateRender' | 'panelRender'>
>;

/**
 * The calendar of a date field without a mouse, which Arco offers to the mouse alone. Enter or the down arrow opens it, a
 * second down arrow leads into it, arrows and the page keys move by day, week and month, Enter chooses, Escape closes.
 */
export function useCalendarKeys(wrapper: RefObject<HTMLElement | null>) {
  const { language } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLElement>(null);
  const keepFocus = useKeptFocus(wrapper);

  function change(next: boolean) {
    keepFocus(next);
    setOpen(next);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const day = panel.current?.contains(event.target as Node)
      ? (event.target as HTMLElement).dataset.day
      : undefined;
    const isInField = event.target instanceof HTMLInputElement;
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      field.current?.focus();
      change(false);
    } else if (isInField && !isOpen && (event.key === 'Enter' || event.key === 'ArrowDown')) {
      event.preventDefault();
      change(true);
    } else if (isInField && isOpen && event.key === 'ArrowDown') {
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

  const picker: Picker = {
    popupVisible: isOpen,
    onVisibleChange: (next) => change(Boolean(next)),
    panelRender: (content) => (
      <div ref={panel} className="tg-calendar">
        {content}
      </div>
    ),
    dateRender: (day) => (
      <div className="arco-picker-date">
        <button
          type="button"
          tabIndex={-1}
          className="arco-picker-date-value tg-calendar-day"
          data-day={day.format('YYYY-MM-DD')}
          aria-label={formatDay(day.toDate(), language)}
        >
          {day.date()}
        </button>
      </div>
    ),
  };
  return { picker, keys: { onKeyDown, onFocus, onBlur } };
}

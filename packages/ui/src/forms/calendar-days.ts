/** Months that a key can turn over at once, and enough for every day that {@link stepFrom} returns. */
const MOST_TURNS = 2;

/** Returns the day that a key leads to, as `YYYY-MM-DD`, or undefined when the key does not move. */
export function stepFrom(day: string, key: string): string | undefined {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[key];
  if (days !== undefined) return text(new Date(Date.UTC(year, month - 1, date + days)));
  const months = { PageUp: -1, PageDown: 1 }[key];
  if (months === undefined) return undefined;
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return text(new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))));
}

/** Focuses a day of a calendar, and turns the months until it shows; without a day, the chosen one or today. */
export function turnTo(panel: HTMLElement, day?: string, turns = MOST_TURNS): void {
  const shown = [...panel.querySelectorAll<HTMLElement>('.arco-picker-cell-in-view [data-day]')];
  const start = shown.find((button) => button.closest('[class*="-selected"], [class*="-range-start"]'));
  const today = shown.find((button) => button.closest('.arco-picker-cell-today'));
  const wanted =
    day === undefined ? (start ?? today ?? shown[0]) : shown.find((button) => button.dataset.day === day);
  if (wanted || turns === 0 || day === undefined) {
    wanted?.focus();
    return;
  }
  const isEarlier = day < (shown[0]?.dataset.day ?? '');
  const heads = [...panel.querySelectorAll('.arco-picker-header')];
  const arrows = heads.at(isEarlier ? 0 : -1)?.querySelectorAll<HTMLElement>('.arco-picker-header-icon');
  arrows?.[isEarlier ? 1 : 2]?.click(); // outside are the arrows of years
  setTimeout(() => turnTo(panel, day, turns - 1));
}

function text(date: Date): string {
  return date.toISOString().slice(0, 10);
}

import type { KeyboardEvent } from 'react';

/** Moves the focus among the matching elements with the arrows, Home and End; wraps around. */
export function moveFocus(event: KeyboardEvent<HTMLElement>, selector: string): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const current = stops.indexOf(document.activeElement as HTMLElement);
  const next = target(event.key, current, stops.length);
  if (next === undefined) return;
  event.preventDefault();
  stops[next]?.focus();
}

function target(key: string, current: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (current + 1) % count;
  if (key === 'ArrowUp') return (current - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}

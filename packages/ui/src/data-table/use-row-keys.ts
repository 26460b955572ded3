import { type RefObject, useEffect } from 'react';

/**
 * `j` and `k` move the focus between rows, unless the user types or a dialog is open. In a row the arrow keys do
 * so too: a row that opens is reached by Tab.
 */
export function useRowKeys(table: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const step = stepOf(event);
      if (step === 0 || !isFree(event)) return;
      const rows = [...(table.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
      if (rows.length === 0) return;
      const current = rows.findIndex((row) => row.contains(document.activeElement));
      const wanted = current < 0 ? 0 : current + step;
      event.preventDefault();
      rows[Math.min(Math.max(wanted, 0), rows.length - 1)]?.focus();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [table]);
}

function stepOf({ key, target }: KeyboardEvent): -1 | 0 | 1 {
  const isInRow = target instanceof HTMLElement && target.matches('[data-row]');
  const letter = hasSingleKeys() ? key : '';
  if (letter === 'j' || (isInRow && key === 'ArrowDown')) return 1;
  return letter === 'k' || (isInRow && key === 'ArrowUp') ? -1 : 0;
}

/**
 * Returns false for a key that is part of typing, of a browser command, or meant for an open dialog, and when the
 * user has switched off single keys in the console.
 */
export function isShortcut(event: KeyboardEvent): boolean {
  return hasSingleKeys() && isFree(event);
}

function hasSingleKeys(): boolean {
  return document.documentElement.dataset.singleKeys !== 'off';
}

function isFree({ altKey, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || document.querySelector('[role="dialog"]')) return false;
  return !(
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable="true"]')
  );
}

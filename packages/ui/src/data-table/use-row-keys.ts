import { type RefObject, useEffect } from 'react';

/** `j` and `k` move the focus between rows, unless the user types or a dialog is open. */
export function useRowKeys(table: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!isShortcut(event) || (event.key !== 'j' && event.key !== 'k')) return;
      const rows = [...(table.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
      if (rows.length === 0) return;
      const current = rows.findIndex((row) => row.contains(document.activeElement));
      const wanted = current < 0 ? 0 : current + (event.key === 'j' ? 1 : -1);
      event.preventDefault();
      rows[Math.min(Math.max(wanted, 0), rows.length - 1)]?.focus();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [table]);
}

/**
 * Returns false for a key that is part of typing, of a browser command, or meant for an open dialog, and when the
 * user has switched off single keys in the console.
 */
export function isShortcut({ altKey, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || document.documentElement.dataset.singleKeys === 'off') return false;
  if (document.querySelector('[role="dialog"]')) return false;
  return !(
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable="true"]')
  );
}

import type { KeyboardEvent, MouseEvent } from 'react';

/** Returns whether Enter was pressed on the row itself. */
export function isEnter(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && event.target === event.currentTarget;
}

/** Returns whether a click targets the row, not a control in it or the end of a text selection. */
export function isPlainClick({ target }: MouseEvent): boolean {
  if ((target as Element).closest('button, a, input, label, [role="menuitem"], [role="menu"]')) return false;
  return document.getSelection()?.type !== 'Range';
}

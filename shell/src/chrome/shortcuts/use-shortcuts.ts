import { useNavigate } from '@tollgate/ui/router';
import { useEffect, useRef } from 'react';
import { isPageHidden } from '../../session/awaiting-relogin.ts';
import { useSession } from '../../session/use-session.ts';
import { openDialog } from '../dialogs/open-dialog.ts';
import { applySingleKeys, areSingleKeysOn } from './single-keys.ts';
import { usePageShortcuts } from './use-page-shortcuts.ts';

/** Time limit for the second key of a pair. */
const PAIR_MS = 1500;

/**
 * Ctrl+K opens the palette, `?` the list of shortcuts, `g` with a letter opens a page. Single keys never
 * while typing, and not for a person who switched them off.
 */
export function useShortcuts(): void {
  const navigate = useNavigate();
  const pages = usePageShortcuts();
  const latest = useRef({ navigate, pages });
  latest.current = { navigate, pages };
  const userId = useSession().user?.id;
  useEffect(() => applySingleKeys(userId), [userId]);

  useEffect(() => {
    let pairUntilMs = 0;

    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.isComposing || isPageHidden()) return;
      const work = workOf(event);
      if (!work) return;
      event.preventDefault();
      work();
    }

    function workOf({ key, ctrlKey, metaKey, altKey, target, timeStamp }: KeyboardEvent) {
      const hasCommandKey = ctrlKey || metaKey;
      if (hasCommandKey && !altKey && key.toLowerCase() === 'k') return () => openDialog('palette');
      if (hasCommandKey || altKey || isBusy(target) || !areSingleKeysOn()) return undefined;
      if (key === '?') return () => openDialog('shortcuts');
      const isSecond = timeStamp < pairUntilMs;
      pairUntilMs = key === 'g' ? timeStamp + PAIR_MS : 0;
      const page = isSecond ? latest.current.pages.find((item) => item.key === key) : undefined;
      return page && (() => latest.current.navigate(page.to));
    }

    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Returns whether the user is typing, or a dialog is open. */
function isBusy(target: EventTarget | null): boolean {
  const isTyping =
    target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null;
  return isTyping || document.querySelector('dialog[open], [role="dialog"]') !== null;
}

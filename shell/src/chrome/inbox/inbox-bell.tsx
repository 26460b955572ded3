import { useData } from '@tollgate/api-client';
import { countNotifications } from '@tollgate/contract';
import { lazyOverlay } from '@tollgate/ui/core';
import { IconNotification } from '@tollgate/ui/icons';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDismiss } from '../use-dismiss.ts';
import { inboxChanges } from './inbox-changes.ts';

/** For pages without live events. */
const POLL_MS = 120_000;

const InboxPanel = lazyOverlay(async () => (await import('./inbox-panel.tsx')).InboxPanel);

/** The bell, with a dot while something is unread. */
export function InboxBell() {
  const { t } = useTranslation('shell');
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { data, mutate } = useData(countNotifications, {}, { refreshInterval: POLL_MS });
  const unread = data?.unread ?? 0;
  useEffect(() => inboxChanges.subscribe(() => void mutate()), [mutate]);
  useDismiss(root, isOpen, () => setOpen(false));

  function close() {
    setOpen(false);
    button.current?.focus();
  }

  return (
    <div className="sh-menu" ref={root}>
      <button
        ref={button}
        type="button"
        className="sh-menu-trigger"
        aria-label={unread > 0 ? t('inbox.unread', { value: unread }) : t('inbox.label')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <IconNotification />
        {unread > 0 && <span className="sh-inbox-dot" />}
      </button>
      {isOpen && <InboxPanel root={root} onClose={close} />}
    </div>
  );
}

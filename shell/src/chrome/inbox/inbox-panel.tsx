import { useAction, useData } from '@tollgate/api-client';
import { countNotifications, listNotifications, readNotifications } from '@tollgate/contract';
import { useErrorMessage } from '@tollgate/i18n';
import { Button, Skeleton } from '@tollgate/ui/core';
import { IconNotification } from '@tollgate/ui/icons';
import { type RefObject, useEffect, useRef } from 'react';
import { useLazyTexts } from '../../i18n/use-lazy-texts.ts';
import { openDialog } from '../dialogs/open-dialog.ts';
import { useNotice } from '../notice/use-notice.ts';
import en from './i18n/en.json' with { type: 'json' };
import zh from './i18n/zh.json' with { type: 'json' };
import { inboxChanges } from './inbox-changes.ts';
import { InboxItem } from './inbox-item.tsx';
import './inbox-panel.css';

interface Props {
  /** The bell with its panel. The panel closes when the focus leaves it. */
  root: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Notifications of the user, newest first, and the notice of the site above them. */
export function InboxPanel({ root, onClose }: Props) {
  const { t } = useLazyTexts('inbox', { en, zh });
  const errorMessage = useErrorMessage();
  const panel = useRef<HTMLDivElement>(null);
  const { data: items, error, mutate } = useData(listNotifications, {});
  const read = useAction(readNotifications, { refresh: [listNotifications, countNotifications] });
  const notice = useNotice();
  useEffect(() => panel.current?.focus(), []);
  useEffect(() => inboxChanges.subscribe(() => void mutate()), [mutate]);

  /** Without an id all. What could not be marked stays unread, which shows. */
  function markRead(id?: number) {
    panel.current?.focus(); // the button goes with what was unread
    void read.run(id === undefined ? {} : { id }).catch(() => {});
  }

  return (
    <div
      ref={panel}
      role="dialog"
      aria-label={t('title')}
      className="sh-menu-popup sh-inbox"
      tabIndex={-1}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !root.current?.contains(relatedTarget)) onClose();
      }}
    >
      <div className="sh-inbox-top">
        <h2>{t('title')}</h2>
        {items?.some(({ is_read }) => !is_read) && (
          <Button type="text" size="small" loading={read.pending} onClick={() => markRead()}>
            {t('read-all')}
          </Button>
        )}
      </div>
      {notice && (
        <button
          type="button"
          className="sh-inbox-notice"
          onClick={() => {
            onClose();
            openDialog('notice');
          }}
        >
          <IconNotification aria-hidden />
          {t('notice')}
        </button>
      )}
      {error && !items && (
        <p className="sh-problem" role="alert">
          {errorMessage(error)}{' '}
          <Button size="mini" onClick={() => void mutate()}>
            {t('shell:status.retry')}
          </Button>
        </p>
      )}
      {!items && !error && <Skeleton animation text={{ rows: 4 }} className="sh-inbox-loading" />}
      {items?.length === 0 && <p className="sh-inbox-empty">{t('empty')}</p>}
      {items && items.length > 0 && (
        <ul className="sh-inbox-items">
          {items.map((item) => (
            <InboxItem key={item.id} item={item} t={t} onRead={markRead} onClose={onClose} />
          ))}
        </ul>
      )}
    </div>
  );
}

import { useArea } from '@tollgate/console-sdk';
import { Button, EmptyState, TimeAgo } from '@tollgate/ui/core';
import { Drawer } from '@tollgate/ui/form';
import { IconDelete } from '@tollgate/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { forgetChats, readHistory, type StoredChat } from './stored-history.ts';
import './history-drawer.css';

/** Earlier conversations of this browser, to open or delete. */
export function HistoryDrawer({
  onOpen,
  onClose,
}: {
  onOpen: (chat: StoredChat) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('area.playground');
  const { storage } = useArea();
  const [chats, setChats] = useState(() => readHistory(storage));

  function forget(id?: string): void {
    forgetChats(storage, id);
    setChats(readHistory(storage));
  }

  return (
    <Drawer visible width="min(420px, 100%)" title={t('history.title')} footer={null} onCancel={onClose}>
      {chats.length === 0 ? (
        <EmptyState title={t('history.empty')} description={t('history.hint')} />
      ) : (
        <div className="playground-history">
          <p>{t('history.hint')}</p>
          <ul>
            {chats.map((chat) => (
              <li key={chat.id}>
                <button type="button" onClick={() => onOpen(chat)}>
                  <strong className="playground-chat-title">{chat.title}</strong>
                  <span>
                    {chat.model} · <TimeAgo at={chat.at} />
                  </span>
                </button>
                <Button
                  type="text"
                  icon={<IconDelete />}
                  aria-label={t('history.delete', { title: chat.title })}
                  onClick={() => forget(chat.id)}
                />
              </li>
            ))}
          </ul>
          <Button onClick={() => forget()}>{t('history.delete-all')}</Button>
        </div>
      )}
    </Drawer>
  );
}

import { EmptyState, PageHeader } from '@tollgate/ui/core';
import { IconLaunch } from '@tollgate/ui/icons';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useChat } from './chat.data.ts';
import { outsideChat } from './chat-links.ts';
import { ChatObstacle } from './chat-obstacle.tsx';
import { LinkButton } from './link-button.tsx';

/** Navigates to a third-party chat with the user's key. */
export function ChatRedirectPage() {
  const { t } = useTranslation('area.playground');
  const state = useChat(outsideChat);
  const url = state.step === 'ready' ? state.url : undefined;
  const left = useRef(false);
  useEffect(() => {
    if (url === undefined || left.current) return;
    left.current = true;
    window.location.assign(url);
  }, [url]);
  return (
    <>
      <PageHeader title={t('chats.redirect.title')} />
      {state.step === 'ready' ? (
        <EmptyState
          icon={<IconLaunch />}
          title={t('chats.redirect.going', { name: state.link.name })}
          description={t('chats.redirect.hint')}
          action={<LinkButton href={state.url}>{t('chats.redirect.open')}</LinkButton>}
        />
      ) : (
        <ChatObstacle state={state} />
      )}
    </>
  );
}

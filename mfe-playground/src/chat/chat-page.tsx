import { EmptyState } from '@tollgate/ui/core';
import { IconLaunch } from '@tollgate/ui/icons';
import { useParams } from '@tollgate/ui/router';
import { useTranslation } from 'react-i18next';
import { useChat } from './chat.data.ts';
import { chatAt } from './chat-links.ts';
import { ChatObstacle } from './chat-obstacle.tsx';
import { LinkButton } from './link-button.tsx';
import './chat.css';

/** A third-party chat in a frame, with the user's key. Without a number in the URL, the first chat of the site. */
export function ChatPage() {
  const { t } = useTranslation('area.playground');
  const { id = '0' } = useParams();
  const state = useChat((chats) => chatAt(chats, Number(id)));
  const title = state.step === 'ready' ? state.link.name : t('chats.title');
  return (
    <div className="chat-page">
      <h1 className="tg-visually-hidden">{title}</h1>
      {state.step !== 'ready' && <ChatObstacle state={state} />}
      {state.step === 'ready' && state.link.kind === 'page' && (
        <iframe
          className="chat-frame"
          title={title}
          src={state.url}
          referrerPolicy="no-referrer"
          allow="clipboard-write"
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-modals allow-downloads"
        />
      )}
      {state.step === 'ready' && state.link.kind === 'app' && (
        <EmptyState
          icon={<IconLaunch />}
          title={t('chats.app.title', { name: title })}
          description={t('chats.app.hint')}
          action={<LinkButton href={state.url}>{t('chats.app.open')}</LinkButton>}
        />
      )}
    </div>
  );
}

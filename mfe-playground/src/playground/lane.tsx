import { useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatMessage } from './chat-message.ts';
import type { Conversation } from './conversation.ts';
import { MessageList } from './message-list.tsx';

interface Props {
  lane: Conversation;
  /** Shown above the messages where several models answer. */
  model?: string | undefined;
  onCopy: (message: ChatMessage) => void;
  onEdit: (message: ChatMessage) => void;
  onRegenerate: (lane: Conversation) => void;
}

/** The messages of one model. */
export function Lane({ lane, model, onCopy, onEdit, onRegenerate }: Props) {
  const { t } = useTranslation('area.playground');
  const { messages, reply } = useSyncExternalStore(lane.subscribe, lane.get);
  const regenerate = useCallback(() => onRegenerate(lane), [lane, onRegenerate]);
  return (
    <section className="playground-lane" aria-label={model ?? t('chat.conversation')}>
      {model && <h2>{model}</h2>}
      <MessageList
        messages={messages}
        reply={reply}
        onCopy={onCopy}
        onEdit={onEdit}
        onRegenerate={regenerate}
      />
    </section>
  );
}

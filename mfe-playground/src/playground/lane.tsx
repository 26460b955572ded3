import { useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatMessage } from './chat-message.ts';
import type { Conversation } from './conversation.ts';
import { MessageList } from './message-list.tsx';

interface Props {
  lane: Conversation;
  model: string | undefined;
  /** Whether other models answer too: then the model is shown above its messages. */
  isCompared: boolean;
  onCopy: (message: ChatMessage) => void;
  onEdit: (message: ChatMessage) => void;
  onRegenerate: (lane: Conversation) => void;
}

/** The messages of one model. */
export function Lane({ lane, model, isCompared, onCopy, onEdit, onRegenerate }: Props) {
  const { t } = useTranslation('area.playground');
  const { messages, reply } = useSyncExternalStore(lane.subscribe, lane.get);
  const regenerate = useCallback(() => onRegenerate(lane), [lane, onRegenerate]);
  return (
    <section className="playground-lane" aria-label={(isCompared && model) || t('chat.conversation')}>
      {isCompared && <h2>{model}</h2>}
      <MessageList
        messages={messages}
        reply={reply}
        model={model}
        onCopy={onCopy}
        onEdit={onEdit}
        onRegenerate={regenerate}
      />
    </section>
  );
}

import { fillChatLink, type Token, TokenStatus } from '@tollgate/contract';
import { useCopy, useToast } from '@tollgate/ui/core';
import type { RowAction } from '@tollgate/ui/data';
import {
  IconCode,
  IconCopy,
  IconDelete,
  IconEdit,
  IconMessage,
  IconPlayCircle,
  IconStop,
} from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { openChat } from './chat-links.ts';
import { fullKey, isReadable } from './token-key.tsx';
import { useDeleteToken, useSwitchToken } from './tokens.data.ts';
import { useSite } from './use-site.ts';

interface Dialogs {
  onEdit: (token: Token) => void;
  onCall: (token: Token) => void;
}

/** Returns the actions for a token of the list. */
export function useTokenActions({ onEdit, onCall }: Dialogs): (token: Token) => RowAction[] {
  const { t } = useTranslation('area.user');
  const { address, chats } = useSite();
  const { copy } = useCopy();
  const toast = useToast();
  const toggle = useSwitchToken();
  const remove = useDeleteToken();

  return (token) => {
    const { name } = token;
    const isEnabled = token.status === TokenStatus.enabled;
    return [
      {
        key: 'copy',
        label: t('tokens.action.copy'),
        icon: <IconCopy />,
        visible: true,
        disabled: !isReadable(token),
        onClick: () => copy(fullKey(token)),
      },
      {
        key: 'edit',
        label: t('tokens.action.edit'),
        icon: <IconEdit />,
        visible: true,
        onClick: () => onEdit(token),
      },
      {
        key: 'call',
        label: t('tokens.action.call'),
        icon: <IconCode />,
        disabled: !isReadable(token),
        onClick: () => onCall(token),
      },
      ...(isReadable(token) ? chats : []).map((chat) => ({
        key: `chat ${chat.name}`,
        label: t('tokens.action.chat', { name: chat.name }),
        icon: <IconMessage />,
        onClick: () => openChat(fillChatLink(chat, { address, key: fullKey(token) })),
      })),
      {
        key: 'toggle',
        label: t(isEnabled ? 'tokens.action.disable' : 'tokens.action.enable'),
        icon: isEnabled ? <IconStop /> : <IconPlayCircle />,
        onClick: async () => {
          await toggle(token);
          toast.success(t(isEnabled ? 'tokens.notice.disabled' : 'tokens.notice.enabled', { name }));
        },
      },
      {
        key: 'delete',
        label: t('tokens.action.delete'),
        icon: <IconDelete />,
        danger: true,
        onClick: async () => {
          await remove(token);
          toast.success(t('tokens.notice.deleted', { name }));
        },
        confirm: {
          title: t('tokens.delete.title', { name }),
          content: t('tokens.delete.content'),
          okText: t('tokens.delete.ok'),
          danger: true,
        },
      },
    ];
  };
}

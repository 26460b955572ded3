import { useData } from '@tollgate/api-client';
import { useArea } from '@tollgate/console-sdk';
import { getStatus } from '@tollgate/contract';
import { Drawer } from '@tollgate/ui/form';
import { Link } from '@tollgate/ui/router';
import { CodeTabs } from '@tollgate/ui/snippets';
import { useTranslation } from 'react-i18next';
import { type ChatMessage, type ChatSettings, toChatRequest } from './chat-message.ts';

interface Props {
  settings: ChatSettings;
  messages: readonly ChatMessage[];
  onClose: () => void;
}

/** The next request as a program: the settings with the conversation so far. */
export function CodeDrawer({ settings, messages, onClose }: Props) {
  const { t } = useTranslation('area.playground');
  const { links } = useArea();
  const { data } = useData(getStatus, {}, { revalidateIfStale: false });
  const address = (data?.server_address || location.origin).replace(/\/+$/, '');
  return (
    <Drawer visible width="min(640px, 100%)" title={t('code.title')} footer={null} onCancel={onClose}>
      <p>
        {t('code.hint')} <Link to={links.to('user.tokens')}>{t('code.token')}</Link>
      </p>
      <CodeTabs
        languages={['curl', 'python', 'node', 'go']}
        call={{ address, key: 'sk-…', model: settings.model, body: bodyOf(settings, messages) }}
      />
    </Drawer>
  );
}

/** Programs name their group by their token, and read whole answers more easily than streams. */
function bodyOf(settings: ChatSettings, messages: readonly ChatMessage[]): Record<string, unknown> {
  const { group: _, stream: __, ...body } = toChatRequest(messages, settings);
  if (messages.length > 0) return withoutData(body);
  return { ...body, messages: [...body.messages, { role: 'user', content: 'Hello' }] };
}

/** Pictures would fill the page with base64. */
function withoutData(body: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(body, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith('data:') ? `${value.slice(0, 40)}…` : value,
  );
  return JSON.parse(text) as Record<string, unknown>;
}

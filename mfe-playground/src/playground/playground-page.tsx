import { useSession } from '@tollgate/console-sdk';
import { Button, PageHeader, useIsMobile } from '@tollgate/ui/core';
import { IconDelete, IconSettings } from '@tollgate/ui/icons';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatSettings } from './chat-message.ts';
import { Composer } from './composer.tsx';
import { MessageList } from './message-list.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { message, useChat } from './use-chat.ts';
import './playground.css';

const DEFAULT_MODEL = 'gpt-4o-mini';

/** Settings at the left, the conversation at the right; on a phone the settings fold away. */
export function PlaygroundPage() {
  const { t } = useTranslation('area.playground');
  const isMobile = useIsMobile();
  const [settingsShown, setSettingsShown] = useState(false);
  const [settings, setSettings] = useSettings();
  const greeting = useMemo(
    () => [
      message('user', t('chat.greeting.user'), 'complete'),
      message('assistant', t('chat.greeting.assistant'), 'complete'),
    ],
    [t],
  );
  const chat = useChat(settings, greeting);

  return (
    <>
      <PageHeader
        title={t('playground.title')}
        description={t('playground.intro')}
        actions={
          <>
            {isMobile && (
              <Button
                icon={<IconSettings />}
                aria-expanded={settingsShown}
                onClick={() => setSettingsShown(!settingsShown)}
              >
                {t('settings.title')}
              </Button>
            )}
            <Button icon={<IconDelete />} disabled={!chat.started} onClick={chat.clear}>
              {t('chat.clear')}
            </Button>
          </>
        }
      />
      <div className="playground">
        {(!isMobile || settingsShown) && <SettingsPanel settings={settings} onChange={setSettings} />}
        <section className="playground-chat" aria-label={t('chat.title')}>
          <MessageList messages={chat.messages} />
          <Composer
            busy={chat.busy}
            disabled={settings.model === ''}
            onSend={(text) => void chat.send(text)}
            onStop={chat.stop}
          />
        </section>
      </div>
    </>
  );
}

function useSettings() {
  const { t } = useTranslation('area.playground');
  const { user } = useSession();
  return useState<ChatSettings>(() => ({
    model: DEFAULT_MODEL,
    group: user?.group ?? 'default',
    temperature: 0,
    maxTokens: 0,
    systemPrompt: t('settings.system-prompt-default'),
  }));
}

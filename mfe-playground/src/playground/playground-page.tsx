import { Button, PageHeader, useIsMobile } from '@tollgate/ui/core';
import { IconCode, IconDelete, IconSettings } from '@tollgate/ui/icons';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChatBox } from './chat-box.tsx';
import { makeMessage } from './chat-message.ts';
import { DebugDrawer } from './debug-drawer.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { useChat } from './use-chat.ts';
import { useSettings } from './use-settings.ts';
import './playground.css';

/** Settings on the left, the conversation on the right; on a phone the settings collapse. */
export function PlaygroundPage() {
  const { t } = useTranslation('area.playground');
  const isMobile = useIsMobile();
  const [settingsShown, setSettingsShown] = useState(false);
  const [debugShown, setDebugShown] = useState(false);
  const { settings, defaults, change, reset } = useSettings();
  const greeting = useMemo(
    () => [
      makeMessage('user', t('chat.greeting.user'), 'complete'),
      makeMessage('assistant', t('chat.greeting.assistant'), 'complete'),
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
            <Button icon={<IconCode />} onClick={() => setDebugShown(true)}>
              {t('debug.open')}
            </Button>
            <Button icon={<IconDelete />} disabled={!chat.started} onClick={chat.clear}>
              {t('chat.clear')}
            </Button>
          </>
        }
      />
      <div className="playground">
        {(!isMobile || settingsShown) && (
          <SettingsPanel settings={settings} defaults={defaults} onChange={change} onReset={reset} />
        )}
        <ChatBox chat={chat} settings={settings} />
      </div>
      {debugShown && <DebugDrawer trace={chat.trace} onClose={() => setDebugShown(false)} />}
    </>
  );
}

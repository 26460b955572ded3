import { Button, lazyOverlay, PageHeader, useIsMobile } from '@tollgate/ui/core';
import { IconCode, IconCodeBlock, IconDelete, IconHistory, IconSettings } from '@tollgate/ui/icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChatBox } from './chat-box.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { messagesOf } from './stored-history.ts';
import { useChat } from './use-chat.ts';
import { useHistory } from './use-history.ts';
import { useSettings } from './use-settings.ts';
import './playground.css';
import './lanes.css';
import './on-paper.css';

const CodeDrawer = lazyOverlay(async () => (await import('./code-drawer.tsx')).CodeDrawer);
const DebugDrawer = lazyOverlay(async () => (await import('./debug-drawer.tsx')).DebugDrawer);
const HistoryDrawer = lazyOverlay(async () => (await import('./history-drawer.tsx')).HistoryDrawer);

type Drawer = 'code' | 'debug' | 'history';

/** Settings on the left, the conversation on the right; on a phone the settings collapse. */
export function PlaygroundPage() {
  const { t } = useTranslation('area.playground');
  const isMobile = useIsMobile();
  const [settingsShown, setSettingsShown] = useState(false);
  const [open, setOpen] = useState<Drawer>();
  const { settings, defaults, change, reset } = useSettings();
  const chat = useChat(settings);
  useHistory(chat);
  const first = chat.lanes[0]?.get();
  const close = () => setOpen(undefined);
  /** On a phone a button is its icon. */
  const words = (text: string) =>
    isMobile ? { 'aria-label': text, title: text } : { children: text as ReactNode };

  return (
    <div className="playground-page">
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
            <Button icon={<IconHistory />} {...words(t('history.open'))} onClick={() => setOpen('history')} />
            <Button icon={<IconCodeBlock />} {...words(t('debug.open'))} onClick={() => setOpen('debug')} />
            <Button icon={<IconCode />} {...words(t('code.open'))} onClick={() => setOpen('code')} />
            <Button
              icon={<IconDelete />}
              disabled={!chat.started}
              {...words(t('chat.clear'))}
              onClick={chat.clear}
            />
          </>
        }
      />
      <div className="playground">
        {(!isMobile || settingsShown) && (
          <SettingsPanel settings={settings} defaults={defaults} onChange={change} onReset={reset} />
        )}
        <ChatBox chat={chat} settings={settings} />
      </div>
      {open === 'debug' && <DebugDrawer trace={first?.trace} onClose={close} />}
      {open === 'code' && <CodeDrawer settings={settings} messages={first?.messages ?? []} onClose={close} />}
      {open === 'history' && (
        <HistoryDrawer
          onOpen={(stored) => {
            chat.store.open(stored.id, messagesOf(stored));
            close();
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

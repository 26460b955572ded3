import { CodeSample, EmptyState } from '@tollgate/ui/core';
import { Drawer } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import type { ChatTrace } from './conversation.ts';

/** A long reply has thousands of events; the newest show how it ended. */
const SHOWN = 200;

/** The last call's request and response, unmodified. */
export function DebugDrawer({ trace, onClose }: { trace: ChatTrace | undefined; onClose: () => void }) {
  const { t } = useTranslation('area.playground');
  const hidden = Math.max((trace?.events.length ?? 0) - SHOWN, 0);
  return (
    <Drawer visible width="min(560px, 100%)" title={t('debug.title')} footer={null} onCancel={onClose}>
      {trace ? (
        <div className="playground-debug">
          <CodeSample label={t('debug.request')} text={JSON.stringify(trace.request, undefined, 2)} />
          <CodeSample
            label={t('debug.response')}
            text={trace.events.slice(hidden).join('\n') || t('debug.nothing-yet')}
            copyText={trace.events.join('\n')}
          />
          {hidden > 0 && <p>{t('debug.hidden', { count: hidden })}</p>}
        </div>
      ) : (
        <EmptyState title={t('debug.empty.title')} description={t('debug.empty.hint')} />
      )}
    </Drawer>
  );
}

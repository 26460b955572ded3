import { useArea } from '@tollgate/console-sdk';
import { toFailure } from '@tollgate/i18n';
import { EmptyState, ErrorState, ForbiddenState, Spin } from '@tollgate/ui/core';
import { IconExclamationCircle } from '@tollgate/ui/icons';
import { Link } from '@tollgate/ui/router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatState } from './chat.data.ts';

/** Long enough to read the reason. */
const LEAVE_AFTER_MS = 1500;

/** Why no chat can be shown, and what to do about it. */
export function ChatObstacle({ state }: { state: Exclude<ChatState, { step: 'ready' }> }) {
  const { t } = useTranslation('area.playground');
  if (state.step === 'failed') {
    if (toFailure(state.error).code === 'not_allowed') return <ForbiddenState />;
    return <ErrorState error={state.error} onRetry={state.retry} />;
  }
  if (state.step === 'no-token') return <NoToken />;
  if (state.step === 'loading')
    return (
      <div className="chat-waiting" role="status" aria-label={t('chats.loading')}>
        <Spin />
      </div>
    );
  return (
    <div role="alert">
      <EmptyState
        icon={<IconExclamationCircle />}
        title={t(`chats.${state.step}.title`)}
        description={t(`chats.${state.step}.hint`)}
      />
    </div>
  );
}

/** Shows the reason, then redirects to the token page. */
function NoToken() {
  const { t } = useTranslation('area.playground');
  const { links } = useArea();
  useEffect(() => {
    const timer = setTimeout(() => links.go('user.tokens'), LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [links]);
  return (
    <div role="alert">
      <EmptyState
        icon={<IconExclamationCircle />}
        title={t('chats.no-token.title')}
        description={t('chats.no-token.hint')}
        action={
          <Link
            className="arco-btn arco-btn-primary arco-btn-size-default arco-btn-shape-square"
            to={links.to('user.tokens')}
          >
            {t('chats.no-token.action')}
          </Link>
        }
      />
    </div>
  );
}

import { call } from '@tollgate/api-client';
import { signInByTelegram, telegramUser } from '@tollgate/contract';
import { useErrorMessage, useLanguage } from '@tollgate/i18n';
import { WidgetFrame, type WidgetMessage } from '@tollgate/ui/core';
import { useState } from 'react';
import { signIn } from '../../session/session.ts';
import { useEntryText } from '../entry/use-entry-text.ts';

/** Telegram draws its own button; the gateway verifies its data. */
export function TelegramButton() {
  const { t } = useEntryText();
  const errorMessage = useErrorMessage();
  const { language } = useLanguage();
  const [problem, setProblem] = useState<string>();
  const [isBroken, setBroken] = useState(false);

  async function onWidgetMessage({ kind, user }: WidgetMessage) {
    if (kind === 'error') return setBroken(true);
    const parsed = telegramUser.safeParse(user);
    if (kind !== 'user' || !parsed.success) return;
    setProblem(undefined);
    try {
      signIn(await call(signInByTelegram, { lang: language, ...parsed.data }));
    } catch (error) {
      setProblem(errorMessage(error));
    }
  }

  return (
    <div className="sh-telegram">
      {!isBroken && (
        <WidgetFrame
          path="/embed/telegram"
          title={t('entry.telegram')}
          heightPx={44}
          onMessage={onWidgetMessage}
        />
      )}
      {(problem || isBroken) && (
        <p className="sh-problem" role="alert">
          {isBroken ? t('entry.telegram-broken') : problem}
        </p>
      )}
    </div>
  );
}

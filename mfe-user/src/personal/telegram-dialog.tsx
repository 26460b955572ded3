import { telegramUser } from '@tollgate/contract';
import { useErrorMessage } from '@tollgate/i18n';
import { Alert, useToast, WidgetFrame, type WidgetMessage } from '@tollgate/ui/core';
import { Dialog } from '@tollgate/ui/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBindTelegram } from './personal.data.ts';

/** Telegram draws its own button; the gateway verifies its data. */
export function TelegramDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('area.user');
  const toast = useToast();
  const errorMessage = useErrorMessage();
  const bind = useBindTelegram();
  const [problem, setProblem] = useState<string>();

  async function onWidgetMessage({ kind, user }: WidgetMessage) {
    if (kind === 'error') return setProblem(t('personal.telegram.broken'));
    const parsed = telegramUser.safeParse(user);
    if (kind !== 'user' || !parsed.success) return;
    try {
      await bind(parsed.data);
      toast.success(t('personal.telegram.done'));
      onClose();
    } catch (error) {
      setProblem(errorMessage(error));
    }
  }

  return (
    <Dialog title={t('personal.telegram.title')} onClose={onClose}>
      <p className="personal-text">{t('personal.telegram.text')}</p>
      {problem && <Alert type="error" className="personal-failure" content={problem} />}
      <WidgetFrame
        path="/embed/telegram"
        title={t('personal.telegram.title')}
        heightPx={44}
        onMessage={(message) => void onWidgetMessage(message)}
      />
    </Dialog>
  );
}

import { Button, confirm, useCopy } from '@tollgate/ui/core';
import { Modal, useLeaveGuards } from '@tollgate/ui/form';
import { IconCheck, IconCopy } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';

interface Props {
  secret: string;
  onClose: () => void;
}

/**
 * Shows a new system access token, once. Only its own button closes it: Escape or an outside click would lose
 * what can never be shown again. Back and reload ask first.
 */
export function NewTokenDialog({ secret, onClose }: Props) {
  const { t } = useTranslation('area.user');
  const { copied, copy } = useCopy(t('personal.token.copied-again'));
  useLeaveGuards(true, async () => {
    const isLeaving = await confirm({
      title: t('personal.token.leave-title'),
      content: t('personal.token.leave-content'),
      okText: t('common:form.leave'),
      cancelText: t('personal.token.leave-stay'),
      danger: true,
    });
    if (isLeaving) onClose();
    return isLeaving;
  });
  return (
    <Modal
      visible
      className="tg-form-dialog"
      style={{ width: 440 }}
      title={t('personal.token.made')}
      closable={false}
      maskClosable={false}
      escToExit={false}
      footer={
        <div className="tg-dialog-footer">
          <Button icon={copied ? <IconCheck /> : <IconCopy />} onClick={() => void copy(secret)}>
            {t('personal.token.copy')}
          </Button>
          <Button type="primary" onClick={onClose}>
            {t('personal.token.kept')}
          </Button>
        </div>
      }
    >
      <div data-autofocus-inside>
        <p className="personal-text">{t('personal.token.once')}</p>
        <p className="personal-secret tg-mono">{secret}</p>
      </div>
    </Modal>
  );
}

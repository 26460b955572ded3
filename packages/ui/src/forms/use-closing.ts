import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../feedback/confirm.ts';

/** What leaving a form would lose: the response to a running request, or the typed values. */
export type LossReason = 'sending' | 'unsaved';

interface Closing {
  /** Closes without confirmation. */
  close: () => void;
  isClosed: () => boolean;
  /** Confirms when something would be lost. Resolves to true when the form has closed. */
  mayLeave: () => Promise<boolean>;
}

/**
 * Closes a form once, because another form may be open in its place by then. A form can be left while it is
 * being sent, so that a hanging server does not block the user.
 */
export function useClosing(onClose: () => void, findLoss: () => LossReason | undefined): Closing {
  const { t } = useTranslation('common');
  const closed = useRef(false);

  function close() {
    if (closed.current) return;
    closed.current = true;
    onClose();
  }

  function ask(loss: LossReason): Promise<boolean> {
    return confirm({
      title: t(`form.${loss}-title`),
      content: t(`form.${loss}-content`),
      okText: t('form.leave'),
      cancelText: t(loss === 'sending' ? 'form.wait' : 'form.stay'),
      danger: true,
    });
  }

  async function mayLeave(): Promise<boolean> {
    const loss = findLoss();
    if (loss && !(await ask(loss))) return false;
    close();
    return true;
  }

  return { close, isClosed: () => closed.current, mayLeave };
}

import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../feedback/confirm.ts';

/** What leaving a form would lose: the answer to what is being sent, or what was typed. */
export type Loss = 'sending' | 'unsaved';

interface Closing {
  /** Closes without a question. */
  close: () => void;
  isClosed: () => boolean;
  /** Asks first when something would be lost. True when the form has closed. */
  mayLeave: () => Promise<boolean>;
}

/**
 * How a form closes: once, because another form may be open in its place by then. A server that hangs must not keep the
 * person, so a form can be left while it is sent.
 */
export function useClosing(onClose: () => void, findLoss: () => Loss | undefined): Closing {
  const { t } = useTranslation('common');
  const closed = useRef(false);

  function close() {
    if (closed.current) return;
    closed.current = true;
    onClose();
  }

  function ask(loss: Loss): Promise<boolean> {
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

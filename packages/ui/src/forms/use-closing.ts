import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../feedback/confirm.ts';

/** What leaving a form would lose: the response to a running request, or the typed values. */
export type LossReason = 'sending' | 'unsaved';

interface Closing {
  /** Closes without confirmation. */
  close: () => void;
  isClosed: () => boolean;
  /** Confirms when something would be lost. True when the form has closed. */
  mayLeave: () => boolean | Promise<boolean>;
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

  function mayLeave(): boolean | Promise<boolean> {
    const loss = closed.current ? undefined : findLoss();
    if (loss) return ask(loss).then((isLeaving) => isLeaving && leave());
    return leave();
  }

  function leave(): true {
    close();
    return true;
  }

  return { close, isClosed: () => closed.current, mayLeave };
}

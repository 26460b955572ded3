import { IconClose } from '@tollgate/ui/icons';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import './dialog.css';

interface Props {
  title: string;
  /** Absent when only the actions end it. */
  onClose?: () => void;
  children: ReactNode;
  /** Buttons under the content, the primary one last. */
  actions?: ReactNode;
  isWide?: boolean;
}

/** A dialog of the shell: the native one, which traps the focus, handles Esc and restores the focus. */
export function Dialog({ title, onClose, children, actions, isWide = false }: Props) {
  const { t } = useTranslation('common');
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Focuses the purpose of the dialog, not its close button.
    const aims = 'input, .sh-dialog-actions > :is(button:enabled, a):last-child';
    element?.querySelector<HTMLElement>(aims)?.focus();
    return () => element?.close();
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog hears Esc by itself
    <dialog
      ref={dialog}
      className={isWide ? 'sh-dialog sh-dialog-wide' : 'sh-dialog'}
      aria-labelledby={id}
      // Browsers close it on a second Esc although the first one was refused.
      onClose={() => (onClose ? onClose() : dialog.current?.showModal())}
      onCancel={(event) => !onClose && event.preventDefault()}
      onClick={({ target }) => target === dialog.current && onClose?.()}
    >
      <div className="sh-dialog-panel">
        <div className="sh-dialog-top">
          <h2 id={id}>{title}</h2>
          {onClose && (
            <button type="button" className="sh-menu-trigger" aria-label={t('a11y.close')} onClick={onClose}>
              <IconClose />
            </button>
          )}
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: may scroll, so the keyboard must reach it */}
        <div className="sh-dialog-content" tabIndex={0}>
          {children}
        </div>
        {actions && <div className="sh-dialog-actions">{actions}</div>}
      </div>
    </dialog>
  );
}

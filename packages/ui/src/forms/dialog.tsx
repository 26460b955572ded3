import type { ReactNode } from 'react';
import { CloseButton } from './close-button.tsx';
import { Modal } from './modal.tsx';
import './form-shell.css';

export interface DialogProps {
  title: ReactNode;
  onClose: () => void;
  /** Buttons, the primary one last. Without any there is only the close button. */
  footer?: ReactNode;
  /** Pixels on a wide screen; 440 by default. */
  width?: number;
  children: ReactNode;
}

/** Content or choices over the page. For a form use `FormDialog`. */
export function Dialog({ title, onClose, footer = null, width = 440, children }: DialogProps) {
  return (
    <Modal
      visible
      className="tg-form-dialog"
      style={{ width }}
      title={title}
      maskClosable={false}
      closeIcon={<CloseButton />}
      onCancel={onClose}
      footer={footer && <div className="tg-dialog-footer">{footer}</div>}
    >
      <div data-autofocus-inside>{children}</div>
    </Modal>
  );
}

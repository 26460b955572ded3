import { Modal as ArcoModal, type ModalProps } from '@arco-design/web-react';
import { type PropsWithChildren, useState } from 'react';
import { usePopupScope } from '../provider/popup-scope.tsx';
import { useDrawersSettled } from './opening-drawers.ts';
import { useReturnFocus } from './use-return-focus.ts';

/** Arco's dialog, which waits until a drawer has finished sliding in. */
export function Modal({ visible = false, ...rest }: PropsWithChildren<ModalProps>) {
  const drawersStand = useDrawersSettled();
  const [hasOpened, setOpened] = useState(false);
  const isVisible = visible && (hasOpened || drawersStand);
  if (isVisible !== hasOpened) setOpened(isVisible);
  useReturnFocus(isVisible);
  return <ArcoModal visible={isVisible} {...usePopupScope()} {...rest} />;
}

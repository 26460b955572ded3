import { Drawer as ArcoDrawer, type DrawerProps } from '@arco-design/web-react';
import { useLayoutEffect, useRef } from 'react';
import { usePopupScope } from '../provider/popup-scope.tsx';
import { CloseButton } from './close-button.tsx';
import { useOpeningDrawer } from './opening-drawers.ts';
import { useReturnFocus } from './use-return-focus.ts';

/** Arco's drawer with the ARIA role of a dialog. */
export function Drawer({ children, title, afterOpen, ...rest }: DrawerProps) {
  useReturnFocus(rest.visible === true);
  const noteStanding = useOpeningDrawer(rest.visible === true);
  const opened = () => {
    noteStanding();
    afterOpen?.();
  };
  return (
    <ArcoDrawer title={title} closeIcon={<CloseButton />} afterOpen={opened} {...usePopupScope()} {...rest}>
      <Announced name={typeof title === 'string' ? title : undefined} />
      {children}
    </ArcoDrawer>
  );
}

/** Arco's drawer has no role and accepts none, so the element is changed once it is mounted. */
function Announced({ name }: { name: string | undefined }) {
  const mark = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const box = mark.current?.closest('.arco-drawer');
    if (!box) return;
    box.setAttribute('role', 'dialog');
    box.setAttribute('aria-modal', 'true');
    const title = box.querySelector('.arco-drawer-header-title');
    box.setAttribute('aria-label', name ?? title?.textContent ?? '');
  }, [name]);
  return <span ref={mark} hidden />;
}

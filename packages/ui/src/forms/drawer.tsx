import { Drawer as ArcoDrawer, type DrawerProps } from '@arco-design/web-react';
import { useLayoutEffect, useRef } from 'react';
import { CloseButton } from './close-button.tsx';
import { useOpeningDrawer } from './opening-drawers.ts';
import { useReturnFocus } from './use-return-focus.ts';

/** Arco's drawer, announced as the dialog that it is. */
export function Drawer({ children, title, afterOpen, ...rest }: DrawerProps) {
  useReturnFocus(rest.visible === true);
  const noteStanding = useOpeningDrawer(rest.visible === true);
  const opened = () => {
    noteStanding();
    afterOpen?.();
  };
  return (
    <ArcoDrawer title={title} closeIcon={<CloseButton />} afterOpen={opened} {...rest}>
      <Announced name={typeof title === 'string' ? title : undefined} />
      {children}
    </ArcoDrawer>
  );
}

/** Arco gives its drawer no role and takes none, so the box is told once it is there. */
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

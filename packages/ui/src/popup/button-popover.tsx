import { Popover, type PopoverProps } from '@arco-design/web-react';
import {
  cloneElement,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { usePopup } from './use-popup.ts';

const FOCUSABLE = 'button:not([disabled]), input:not([disabled]), a[href]';

interface Props {
  /** Names the content. */
  label: string;
  content: ReactNode;
  position?: NonNullable<PopoverProps['position']>;
  /** The button. */
  children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/** A button that opens content next to it. Escape closes, and Tab leads in, through and out again. */
export function ButtonPopover({ label, content, position = 'top', children }: Props) {
  const { isOpen, setOpen, close, opener, popup, openerProps } = usePopup(FOCUSABLE);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    }
    if (event.key !== 'Tab') return;
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)];
    const edge = event.shiftKey ? stops[0] : stops.at(-1);
    if (edge && document.activeElement !== edge) return;
    // Forward the browser moves on from the button; backward the button itself is the previous stop.
    if (event.shiftKey) event.preventDefault();
    close();
  }

  return (
    <span ref={opener}>
      <Popover
        trigger="click"
        position={position}
        popupVisible={isOpen}
        onVisibleChange={setOpen}
        content={
          <div ref={popup} role="dialog" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
            {content}
          </div>
        }
      >
        {cloneElement(children, { ...openerProps, 'aria-haspopup': 'dialog' })}
      </Popover>
    </span>
  );
}

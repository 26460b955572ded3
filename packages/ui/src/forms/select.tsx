import { Select as ArcoSelect, type SelectProps as ArcoSelectProps } from '@arco-design/web-react';
import { type KeyboardEvent, useRef } from 'react';
import { renderTag } from './render-tag.tsx';
import { useControlName } from './use-control-name.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import './controls.css';

export interface SelectProps extends ArcoSelectProps {
  id?: string;
  /** Required only without a form label. */
  'aria-label'?: string;
}

/** Arco's select with an accessible name, which keeps the focus when its list closes. */
export function Select({ 'aria-label': label, onVisibleChange, ...props }: SelectProps) {
  const wrapper = useRef<HTMLDivElement>(null);
  useControlName(wrapper, props.id, label);
  const keepFocus = useKeptFocus(wrapper);
  return (
    <div ref={wrapper} className="tg-control" onKeyDownCapture={passEscape}>
      <ArcoSelect
        animation={false}
        renderTag={renderTag}
        {...props}
        onVisibleChange={(isOpen) => {
          keepFocus(isOpen);
          onVisibleChange?.(isOpen);
        }}
      />
    </div>
  );
}

/** Arco's select holds every Escape back, also with its list closed, when the key is for the drawer around it. */
function passEscape(event: KeyboardEvent<HTMLElement>) {
  const isOpen = event.currentTarget.querySelector('[aria-expanded="true"]');
  if (event.key !== 'Escape' || isOpen || event.nativeEvent.isComposing) return;
  event.stopPropagation();
  const { key, code, keyCode } = event;
  const again = new window.KeyboardEvent('keydown', { key, code, keyCode, bubbles: true, cancelable: true });
  event.currentTarget.parentElement?.dispatchEvent(again);
}

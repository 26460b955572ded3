import { Select as ArcoSelect, type SelectProps as ArcoSelectProps } from '@arco-design/web-react';
import { useRef } from 'react';
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
    <div ref={wrapper} className="tg-control">
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

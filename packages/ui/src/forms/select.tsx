import { Select as ArcoSelect, type SelectProps as ArcoSelectProps } from '@arco-design/web-react';
import { useRef } from 'react';
import { renderTag } from './render-tag.tsx';
import { useControlName } from './use-control-name.ts';
import './controls.css';

export interface SelectProps extends ArcoSelectProps {
  id?: string;
  /** Required only without a form label. */
  'aria-label'?: string;
}

/** Arco's select with an accessible name. */
export function Select({ 'aria-label': label, ...props }: SelectProps) {
  const wrapper = useRef<HTMLDivElement>(null);
  useControlName(wrapper, props.id, label);
  return (
    <div ref={wrapper} className="tg-control">
      <ArcoSelect animation={false} renderTag={renderTag} {...props} />
    </div>
  );
}

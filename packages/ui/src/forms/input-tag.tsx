import { InputTag as ArcoInputTag, type InputTagProps as ArcoInputTagProps } from '@arco-design/web-react';
import { useRef } from 'react';
import { renderTag } from './render-tag.tsx';
import { useControlName } from './use-control-name.ts';
import './controls.css';

export interface InputTagProps extends ArcoInputTagProps {
  id?: string;
  /** Required only without a form label. */
  'aria-label'?: string;
}

/** Arco's list of typed names, with an accessible name. Typed text is kept on blur. */
export function InputTag({ 'aria-label': label, id, ...props }: InputTagProps) {
  const wrapper = useRef<HTMLDivElement>(null);
  useControlName(wrapper, id, label);
  return (
    <div ref={wrapper} className="tg-control">
      <ArcoInputTag saveOnBlur animation={false} renderTag={renderTag} {...props} />
    </div>
  );
}

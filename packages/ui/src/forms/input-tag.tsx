import { InputTag as ArcoInputTag, type InputTagProps as ArcoInputTagProps } from '@arco-design/web-react';
import { useRef } from 'react';
import { renderTag } from './render-tag.tsx';
import { useControlName } from './use-control-name.ts';
import './controls.css';

export interface InputTagProps extends ArcoInputTagProps {
  id?: string;
  /** Needed only where no label of a form stands beside it. */
  'aria-label'?: string;
}

/** Arco's list of typed names, with an accessible name of its own. What was typed is kept on leaving. */
export function InputTag({ 'aria-label': label, id, ...props }: InputTagProps) {
  const wrapper = useRef<HTMLDivElement>(null);
  useControlName(wrapper, id, label);
  return (
    <div ref={wrapper} className="tg-control">
      <ArcoInputTag saveOnBlur animation={false} renderTag={renderTag} {...props} />
    </div>
  );
}

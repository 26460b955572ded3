import { Slider as ArcoSlider, type SliderProps as ArcoSliderProps } from '@arco-design/web-react';
import { useRef } from 'react';
import { useControlName } from './use-control-name.ts';
import './controls.css';

export interface SliderProps extends ArcoSliderProps {
  id?: string;
  /** Required only without a form label. */
  'aria-label'?: string;
}

/** Arco's slider with an accessible name. */
export function Slider({ 'aria-label': label, ...props }: SliderProps) {
  const wrapper = useRef<HTMLDivElement>(null);
  useControlName(wrapper, props.id, label);
  return (
    <div ref={wrapper} className="tg-control">
      <ArcoSlider {...props} />
    </div>
  );
}

import '@arco-design/web-react/es/_util/react-19-adapter';
import '../styles/sliders.ts';

export { Slider, type SliderProps } from '../forms/slider.tsx';

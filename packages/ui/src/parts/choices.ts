import '@arco-design/web-react/es/_util/react-19-adapter';
import '../styles/choices.ts';

export { InputTag, type InputTagProps } from '../forms/input-tag.tsx';
export { Select, type SelectProps } from '../forms/select.tsx';

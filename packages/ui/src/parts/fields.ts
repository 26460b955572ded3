import '@arco-design/web-react/es/_util/react-19-adapter';
import '../styles/fields.ts';

export {
  Checkbox,
  Input,
  type InputProps,
  Radio,
  Switch,
  type SwitchProps,
} from '@arco-design/web-react';
export { InputNumber, type InputNumberProps } from '../forms/input-number.tsx';
export { JsonEditor, type JsonEditorProps, useJsonRule } from '../forms/json-editor.tsx';
export { JsonView, type JsonViewProps } from '../forms/json-view.tsx';
export { MapInput, type MapInputProps, type MapKind } from '../forms/map-input.tsx';
export { LEAST_QUOTA, useNumberRule, useQuotaRule, useReadableRule } from '../forms/number-rules.ts';
export { QuotaInput, type QuotaInputProps } from '../forms/quota-input.tsx';
export { SecretField, type SecretFieldProps } from '../forms/secret-field.tsx';
export { TextArea, type TextAreaProps } from '../forms/text-area.tsx';

import '@arco-design/web-react/es/_util/react-19-adapter';
import './styles/form.ts';

export {
  AutoComplete,
  Cascader,
  Checkbox,
  DatePicker,
  type DrawerProps,
  type FormInstance,
  type FormItemProps,
  type FormProps,
  Input,
  type InputProps,
  type ModalProps,
  Radio,
  type RulesProps,
  Switch,
  type SwitchProps,
  TimePicker,
  TreeSelect,
  Upload,
  type UploadProps,
} from '@arco-design/web-react';
export * from './forms/date-time-picker.tsx';
export * from './forms/dialog.tsx';
export * from './forms/drawer.tsx';
export { Form } from './forms/form.tsx';
export { useValidateMessages } from './forms/form-body.tsx';
export * from './forms/form-dialog.tsx';
export * from './forms/form-drawer.tsx';
export { FormFailure } from './forms/form-failure.tsx';
export * from './forms/input-number.tsx';
export * from './forms/input-tag.tsx';
export * from './forms/json-editor.tsx';
export * from './forms/json-view.tsx';
export * from './forms/map-input.tsx';
export * from './forms/modal.tsx';
export * from './forms/number-rules.ts';
export * from './forms/quota-input.tsx';
export * from './forms/secret-field.tsx';
export * from './forms/select.tsx';
export * from './forms/slider.tsx';
export * from './forms/text-area.tsx';
export { type FormSubmit, type FormSubmitOptions, useFormSubmit } from './forms/use-form-submit.ts';
export { useLeaveGuards } from './forms/use-leave-guards.ts';
export { useUnsaved } from './forms/use-unsaved.ts';

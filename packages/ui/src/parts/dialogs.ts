import '@arco-design/web-react/es/_util/react-19-adapter';
import '../styles/dialogs.ts';

export type {
  DrawerProps,
  FormInstance,
  FormItemProps,
  FormProps,
  ModalProps,
  RulesProps,
} from '@arco-design/web-react';
export { Dialog, type DialogProps } from '../forms/dialog.tsx';
export { Drawer } from '../forms/drawer.tsx';
export { Form } from '../forms/form.tsx';
export { useValidateMessages } from '../forms/form-body.tsx';
export { FormDialog, type FormDialogProps } from '../forms/form-dialog.tsx';
export { FormDrawer, type FormDrawerProps } from '../forms/form-drawer.tsx';
export { FormFailure } from '../forms/form-failure.tsx';
export { Modal } from '../forms/modal.tsx';
export { type FormSubmit, type FormSubmitOptions, useFormSubmit } from '../forms/use-form-submit.ts';
export { useLeaveGuards } from '../forms/use-leave-guards.ts';
export { useUnsaved } from '../forms/use-unsaved.ts';

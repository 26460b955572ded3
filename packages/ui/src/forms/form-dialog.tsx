import { CloseButton } from './close-button.tsx';
import { FormBody } from './form-body.tsx';
import type { FormDrawerProps } from './form-drawer.tsx';
import { FormFooter } from './form-footer.tsx';
import { Modal } from './modal.tsx';
import { useFormSubmit } from './use-form-submit.ts';

export type FormDialogProps<Draft> = FormDrawerProps<Draft>;

/** A short form in a dialog; behaves like `FormDrawer`. 440 pixels wide by default. */
export function FormDialog<Draft>(props: FormDialogProps<Draft>) {
  const { title, initial, submitText, width = 440, extra, children } = props;
  const state = useFormSubmit<Draft>(props);
  return (
    <Modal
      visible
      className="tg-form-dialog"
      style={{ width }}
      title={title}
      maskClosable={false}
      closeIcon={<CloseButton />}
      onCancel={() => void state.requestClose()}
      footer={<FormFooter state={state} submitText={submitText} extra={extra} />}
    >
      <FormBody state={state} initial={initial}>
        {children}
      </FormBody>
    </Modal>
  );
}

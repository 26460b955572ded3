import type { ReactNode } from 'react';
import { useIsMobile } from '../provider/use-is-mobile.ts';
import { Drawer } from './drawer.tsx';
import { FormBody, type FormBodyProps } from './form-body.tsx';
import { FormFooter } from './form-footer.tsx';
import { type FormSubmitOptions, useFormSubmit } from './use-form-submit.ts';

export interface FormDrawerProps<Draft> extends FormSubmitOptions<Draft> {
  title: ReactNode;
  initial?: Partial<Draft>;
  /** A verb: "Create token". "Save" by default. */
  submitText?: string;
  /** Pixels on a wide screen; 520 by default. Full width on a phone. */
  width?: number;
  /** Buttons at the left of the footer, such as a test. */
  extra?: ReactNode;
  /** Why nothing can be changed here: fields are disabled, and there is nothing to save. */
  readOnly?: string | undefined;
  /** `Form.Item`s, or a function that receives the form. */
  children: FormBodyProps<Draft>['children'];
}

/**
 * A form in a drawer. Render it while it should be open; `onClose` runs after saving, or when the user
 * leaves. An error with `details.field` is shown at that field, any other on top.
 */
export function FormDrawer<Draft>(props: FormDrawerProps<Draft>) {
  const { title, initial, submitText, width = 520, extra, readOnly, children } = props;
  const isMobile = useIsMobile();
  const state = useFormSubmit<Draft>(props);
  return (
    <Drawer
      visible
      className="tg-form-drawer"
      width={isMobile ? '100%' : width}
      title={title}
      maskClosable={false}
      onCancel={() => void state.requestClose()}
      footer={
        <FormFooter state={state} submitText={submitText} extra={extra} isReadOnly={readOnly !== undefined} />
      }
    >
      <FormBody state={state} initial={initial} readOnly={readOnly}>
        {children}
      </FormBody>
    </Drawer>
  );
}

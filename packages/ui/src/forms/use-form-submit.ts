import { Form, type FormInstance } from '@arco-design/web-react';
import { useId, useRef, useState } from 'react';
import { useToast } from '../feedback/use-toast.ts';
import { useClosing } from './use-closing.ts';
import { useLeaveGuards } from './use-leave-guards.ts';
import { useRefusal } from './use-refusal.ts';

export interface FormSubmitOptions<Draft> {
  /** Resolves when saved. A rejection keeps the form open and shows the error. */
  onSubmit: (draft: Draft) => unknown;
  onClose: () => void;
  /** Toast after success. */
  done?: string | undefined;
}

export interface FormSubmit<Draft> {
  form: FormInstance<Draft>;
  /** Id of the form element, so that an outside button can submit it. */
  formId: string;
  pending: boolean;
  /** The server's error, when it belongs to no field. */
  failure: string | undefined;
  submit: (draft: Draft) => Promise<void>;
  /** Records typed values by field name. */
  markChanged: (changed: object) => void;
  /** Closes, after a confirmation when something would be lost. */
  requestClose: () => Promise<void>;
  focusFirstError: (fields: string[]) => void;
}

/** Behavior of every form: one submit at a time, errors at their fields, and no silent loss of typed values. */
export function useFormSubmit<Draft>({
  onSubmit,
  onClose,
  done,
}: FormSubmitOptions<Draft>): FormSubmit<Draft> {
  const toast = useToast();
  const [form] = Form.useForm<Draft>();
  const formId = `tg-form-${useId().replace(/\W/g, '')}`;
  const refusalOf = useRefusal(formId);
  const busy = useRef(false);
  const refused = useRefusedField(form);
  const [pending, setPending] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { close, isClosed, mayLeave } = useClosing(onClose, () =>
    busy.current ? 'sending' : isChanged ? 'unsaved' : undefined,
  );
  // Also while sending: what a submission creates may be shown only once, here.
  useLeaveGuards(isChanged || pending, mayLeave);

  function focusFirstError(fields: string[]) {
    const [first] = fields;
    // Waits until Arco has drawn the errors; its ids are <form>-<field>_input.
    if (first) setTimeout(() => document.getElementById(`${formId}-${first}_input`)?.focus());
  }

  function show(error: unknown) {
    const { field, sentence } = refusalOf(error, Object.keys(form.getFieldsValue()));
    if (!field) return setFailure(sentence);
    refused.say(field, sentence);
    focusFirstError([field]);
  }

  async function submit(draft: Draft) {
    if (busy.current) return;
    busy.current = true;
    setPending(true);
    setFailure(undefined);
    refused.forget();
    try {
      await onSubmit(draft);
      if (done) toast.success(done);
      close();
    } catch (error) {
      if (isClosed()) toast.error(refusalOf(error, []).sentence);
      else show(error);
    } finally {
      busy.current = false;
      setPending(false);
    }
  }

  return {
    form,
    formId,
    pending,
    failure,
    submit,
    markChanged: (changed) => {
      setChanged(true);
      refused.forgetAbout(changed);
    },
    requestClose: async () => void (await mayLeave()),
    focusFirstError,
  };
}

/** Keeps the error of a field until the next submission or until its value changes. */
function useRefusedField<Draft>(form: FormInstance<Draft>) {
  const refused = useRef<string>(undefined);
  const put = (field: string, error: { message: string } | undefined) =>
    form.setFields({ [field]: { error } } as Parameters<typeof form.setFields>[0]);
  function forget() {
    if (!refused.current) return;
    put(refused.current, undefined);
    refused.current = undefined;
  }
  return {
    say(field: string, sentence: string) {
      refused.current = field;
      put(field, { message: sentence });
    },
    forget,
    forgetAbout(changed: object) {
      if (refused.current && refused.current in changed) forget();
    },
  };
}

import { Form as ArcoForm, type FormProps } from '@arco-design/web-react';
import { type PropsWithChildren, useLayoutEffect, useRef } from 'react';
import { describeFields } from './describe-fields.ts';

/** Arco's form, whose fields refer to their hints and errors. */
function DescribedForm<Draft>({ children, ...props }: PropsWithChildren<FormProps<Draft>>) {
  const mark = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const form = mark.current?.closest('form');
    if (!form) return;
    const observer = new MutationObserver(() => describeFields(form));
    observer.observe(form, { childList: true, subtree: true });
    describeFields(form);
    return () => observer.disconnect();
  }, []);
  return (
    <ArcoForm<Draft> {...props}>
      {children}
      <span ref={mark} hidden />
    </ArcoForm>
  );
}

const { Item, List, useForm, useFormContext, useWatch } = ArcoForm;

export const Form = Object.assign(DescribedForm, { Item, List, useForm, useFormContext, useWatch });

import { Button, type ButtonProps } from '@arco-design/web-react';
import { useState } from 'react';
import { type ConfirmOptions, confirm } from './confirm.ts';
import { useToast } from './use-toast.ts';

export interface ConfirmActionProps
  extends Omit<ButtonProps, 'onClick' | 'title' | 'content'>,
    Pick<ConfirmOptions, 'title' | 'content' | 'okText' | 'danger' | 'typedName'> {
  /** Runs after the user confirmed. A rejection is shown as a toast. */
  onConfirm: () => unknown;
  /** Toast after success. */
  done?: string;
}

/** A button that confirms first, shows progress, and reports the result. */
export function ConfirmAction({
  title,
  content,
  okText,
  danger,
  typedName,
  onConfirm,
  done,
  ...button
}: ConfirmActionProps) {
  const toast = useToast();
  const [pending, setPending] = useState(false);

  async function run() {
    if (pending || !(await confirm({ title, content, okText, danger, typedName }))) return;
    setPending(true);
    try {
      await onConfirm();
      if (done) toast.success(done);
    } catch (error) {
      toast.error(error);
    } finally {
      setPending(false);
    }
  }
  return <Button {...(danger && { status: 'danger' })} {...button} loading={pending} onClick={run} />;
}

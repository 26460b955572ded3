import { Form, type FormInstance } from '@tollgate/ui/form';
import { useEffect, useRef } from 'react';
import type { ChannelForm } from './channel-draft.ts';

/**
 * Names a new channel after its provider until somebody types a name. Returns whether the name is the suggested one.
 */
export function useSuggestedName(form: FormInstance<ChannelForm>, label: string | undefined): boolean {
  const suggested = useRef('');
  const name = Form.useWatch('name', form) as string | undefined;
  useEffect(() => {
    const current = (form.getFieldValue('name') ?? '') as string;
    if (label === undefined || current !== suggested.current) return;
    suggested.current = label;
    form.setFieldValue('name', label);
  }, [form, label]);
  return label !== undefined && name === label;
}

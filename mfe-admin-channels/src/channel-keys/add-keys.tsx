import { useErrorMessage } from '@tollgate/i18n';
import { Button, useToast } from '@tollgate/ui/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddKeys } from './channel-keys.data.ts';
import { KeysArea } from './keys-area.tsx';

/** Adds keys, one a line. It has no form element: the dialog may be inside the channel's form. */
export function AddKeys({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('area.admin-channels');
  const toast = useToast();
  const errorMessage = useErrorMessage();
  const field = useId();
  const { add, pending } = useAddKeys(id);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');

  async function submit() {
    if (text.trim() === '') return setProblem(t('form.key.required'));
    try {
      const { added, skipped } = await add(text);
      if (added === 0) return setProblem(t('keys.add.none'));
      toast.success(t(skipped > 0 ? 'keys.add.done-some' : 'keys.add.done', { count: added, skipped }));
      return onClose();
    } catch (error) {
      return setProblem(errorMessage(error));
    }
  }

  return (
    <div className="channel-keys-add">
      <label htmlFor={field}>{t('keys.add.label')}</label>
      <KeysArea autoFocus id={field} value={text} onChange={setText} />
      {problem && (
        <span className="channel-keys-problem" role="alert">
          {problem}
        </span>
      )}
      <div className="channel-keys-buttons">
        <Button onClick={onClose}>{t('common:action.cancel')}</Button>
        <Button type="primary" loading={pending} onClick={() => void submit()}>
          {t('keys.add.ok')}
        </Button>
      </div>
    </div>
  );
}

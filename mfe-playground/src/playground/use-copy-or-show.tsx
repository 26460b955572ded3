import { useToast } from '@tollgate/ui/core';
import { Dialog, TextArea } from '@tollgate/ui/form';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Copies a text, and where the browser refuses shows it in a dialog to be copied by hand. */
export function useCopyOrShow(): { copy: (text: string) => Promise<void>; dialog: ReactNode } {
  const { t } = useTranslation('area.playground');
  const toast = useToast();
  const [left, setLeft] = useState<string>();

  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(t('common:copy.copied'));
    } catch {
      setLeft(text);
    }
  }

  const dialog = left !== undefined && (
    <Dialog title={t('chat.copy-failed')} width={560} onClose={() => setLeft(undefined)}>
      <TextArea
        readOnly
        rows={10}
        value={left}
        aria-label={t('chat.reply')}
        onFocus={({ target }) => target.select()}
      />
    </Dialog>
  );
  return { copy, dialog };
}

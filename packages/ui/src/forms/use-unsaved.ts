import { useTranslation } from 'react-i18next';
import { confirm } from '../feedback/confirm.ts';
import { useLeaveGuards } from './use-leave-guards.ts';

/** Asks before unsaved changes of a page are lost, by any way out of it. Forms of this package do so themselves. */
export function useUnsaved(isUnsaved: boolean): void {
  const { t } = useTranslation('common');
  useLeaveGuards(isUnsaved, () =>
    confirm({
      title: t('form.unsaved-title'),
      content: t('form.unsaved-page'),
      okText: t('form.leave'),
      cancelText: t('form.stay'),
      danger: true,
    }),
  );
}

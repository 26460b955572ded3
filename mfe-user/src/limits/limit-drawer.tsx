import type { LimitRule } from '@tollgate/contract';
import { useErrorMessage } from '@tollgate/i18n';
import { FormDrawer } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { LimitFields } from './limit-fields.tsx';
import { FIRST_AMOUNTS, freshLimit, type LimitForm, toForm } from './limit-form.ts';
import { useSaveLimit } from './limits.data.ts';

interface Props {
  /** Absent when creating. */
  rule?: LimitRule | undefined;
  /** Whom a new one is for. */
  preset?: Partial<LimitForm>;
  onClose: () => void;
}

export function LimitDrawer({ rule, preset, onClose }: Props) {
  const { t } = useTranslation('area.user');
  const errorMessage = useErrorMessage();
  const save = useSaveLimit(rule);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const initial: LimitForm = rule ? toForm(rule) : { ...freshLimit(timeZone), ...preset };
  return (
    <FormDrawer<LimitForm>
      title={rule ? t('limits.edit') : t('limits.create')}
      submitText={rule ? t('limits.save') : t('limits.create')}
      done={t(rule ? 'limits.notice.saved' : 'limits.notice.created')}
      initial={initial}
      readOnly={
        rule?.declared &&
        errorMessage({ code: 'declared_elsewhere', details: { name: rule.name, place: rule.declared } })
      }
      // A form has only the fields that are shown: a rule for running calls has no window.
      onSubmit={(form) => save({ ...initial, ...form })}
      onClose={onClose}
    >
      {(form) => (
        <LimitFields onResource={(resource) => form.setFieldValue('amount', FIRST_AMOUNTS[resource])} />
      )}
    </FormDrawer>
  );
}

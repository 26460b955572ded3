import type { Redemption } from '@tollgate/contract';
import { useErrorMessage } from '@tollgate/i18n';
import { Alert, useFormat, useToast } from '@tollgate/ui/core';
import { FormDrawer, type FormInstance } from '@tollgate/ui/form';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MadeCodes } from './codes-dialog.tsx';
import { RedemptionFields } from './redemption-fields.tsx';
import { freshCodes, type RedemptionForm, toDraft, toForm } from './redemption-form.ts';
import { useCreateRedemptions, useRedemption, useUpdateRedemption } from './redemptions.data.ts';

interface Props {
  /** Absent when creating. */
  redemption?: Redemption | undefined;
  onMade: (made: MadeCodes) => void;
  onClose: () => void;
}

export function RedemptionDrawer({ redemption, onMade, onClose }: Props) {
  if (redemption) return <EditCode redemption={redemption} onClose={onClose} />;
  return <CreateCodes onMade={onMade} onClose={onClose} />;
}

function CreateCodes({ onMade, onClose }: Omit<Props, 'redemption'>) {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  const toast = useToast();
  const create = useCreateRedemptions();

  async function submit(form: RedemptionForm) {
    const draft = toDraft(form, format.quota(Math.trunc(form.quota)));
    const codes = await create(draft);
    toast.success(t('redemptions.notice.created', { count: codes.length }));
    onMade({ name: draft.name, codes, isNew: true });
  }

  return (
    <FormDrawer<RedemptionForm>
      title={t('redemptions.create')}
      submitText={t('redemptions.create')}
      initial={freshCodes}
      onSubmit={submit}
      onClose={onClose}
    >
      <RedemptionFields isNew />
    </FormDrawer>
  );
}

/** Opens with the list's data, and switches to the server's newer data unless the user has already typed. */
function EditCode({ redemption, onClose }: { redemption: Redemption; onClose: () => void }) {
  const { t } = useTranslation('area.user');
  const update = useUpdateRedemption();
  const [shown, setShown] = useState(redemption);
  return (
    <FormDrawer<RedemptionForm>
      title={t('redemptions.edit', { name: redemption.name })}
      submitText={t('redemptions.save')}
      done={t('redemptions.notice.saved')}
      initial={toForm(redemption)}
      onSubmit={(form) => update(shown, form)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Freshen form={form} id={redemption.id} onFresh={setShown} />
          <RedemptionFields />
        </>
      )}
    </FormDrawer>
  );
}

interface FreshenProps {
  form: FormInstance<RedemptionForm>;
  id: number;
  onFresh: (redemption: Redemption) => void;
}

function Freshen({ form, id, onFresh }: FreshenProps) {
  const { data, error } = useRedemption(id);
  const errorMessage = useErrorMessage();
  useEffect(() => {
    if (!data || form.getTouchedFields().length > 0) return;
    form.setFieldsValue(toForm(data));
    onFresh(data);
  }, [data, form, onFresh]);
  return error ? <Alert type="warning" className="redemptions-note" content={errorMessage(error)} /> : null;
}

import { Button, useFormat } from '@tollgate/ui/core';
import { Dialog, QuotaInput } from '@tollgate/ui/form';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  /** Quota units. */
  balance: number;
  onAdd: (extra: number) => void;
  onClose: () => void;
}

/** An amount to add, or a negative one to subtract. It has no form element: it is inside one. */
export function AddQuotaDialog({ balance, onAdd, onClose }: Props) {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  const [extra, setExtra] = useState<number>();
  const id = useId();

  function add() {
    onAdd(Math.trunc(extra ?? 0));
    onClose();
  }

  return (
    <Dialog
      title={t('users.add-quota.title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button type="primary" disabled={!extra} onClick={add}>
            {t('users.add-quota.ok')}
          </Button>
        </>
      }
    >
      <label htmlFor={id}>{t('users.add-quota.amount')}</label>
      <QuotaInput
        id={id}
        negative
        {...(extra !== undefined && { value: extra })}
        onChange={setExtra}
        placeholder={t('users.add-quota.placeholder')}
      />
      <p className="tg-number" role="status">
        {t('users.add-quota.result', {
          before: format.quota(balance),
          after: format.quota(balance + (extra ?? 0)),
        })}
      </p>
    </Dialog>
  );
}

import { Button, useFormat } from '@tollgate/ui/core';
import { QuotaInput } from '@tollgate/ui/form';
import { IconPlus } from '@tollgate/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddQuotaDialog } from './add-quota-dialog.tsx';

interface Props {
  value?: number;
  onChange?: (quota: number | undefined) => void;
  id?: string;
  /** The current balance, in quota units. */
  shown: number;
}

/** The balance of a user: typed, or by an amount to add. Saving books the difference. */
export function QuotaField({ value, onChange, id, shown }: Props) {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  const [isAdding, setAdding] = useState(false);
  const difference = value === undefined ? 0 : value - shown;
  const sign = difference > 0 ? '+' : '';
  return (
    <div className="users-quota">
      <QuotaInput
        {...(id && { id })}
        {...(value !== undefined && { value })}
        {...(onChange && { onChange })}
        negative
        presets={[]}
      />
      <Button icon={<IconPlus />} onClick={() => setAdding(true)}>
        {t('users.add-quota.open')}
      </Button>
      {difference !== 0 && (
        <p role="status" className="users-difference tg-number">
          {t('users.form.difference', { quota: `${sign}${format.quota(difference)}` })}
        </p>
      )}
      {isAdding && (
        <AddQuotaDialog
          balance={value ?? shown}
          onAdd={(extra) => onChange?.((value ?? shown) + extra)}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  );
}

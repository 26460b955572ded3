import { useFormat, useQuotaDisplay } from '@tollgate/ui/core';
import { Form, FormDialog, QuotaInput, useQuotaRule, useReadableRule } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { useTransfer } from './personal.data.ts';

interface Props {
  /** Transferable quota units. */
  earnings: number;
  onClose: () => void;
}

/** Transfers earnings to the balance: all of them by default, at least one unit of the currency. */
export function TransferDialog({ earnings, onClose }: Props) {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  const { quotaPerUnit } = useQuotaDisplay();
  const transfer = useTransfer();
  const readableRule = useReadableRule();
  const quotaRule = useQuotaRule();
  const minimum = t('personal.transfer.minimum', { quota: format.quota(quotaPerUnit) });
  return (
    <FormDialog<{ quota: number }>
      title={t('personal.transfer.title')}
      submitText={t('personal.transfer.submit')}
      done={t('personal.transfer.done')}
      initial={{ quota: earnings }}
      onSubmit={transfer}
      onClose={onClose}
    >
      <Form.Item
        field="quota"
        label={t('personal.transfer.amount')}
        extra={t('personal.transfer.available', { quota: format.quota(earnings) })}
        rules={[
          readableRule,
          { required: true, type: 'number', min: quotaPerUnit, message: minimum },
          { type: 'number', max: earnings, message: t('personal.transfer.too-much') },
          quotaRule,
        ]}
      >
        <QuotaInput presets={[]} />
      </Form.Item>
    </FormDialog>
  );
}

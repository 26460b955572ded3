import {
  Form,
  Input,
  InputNumber,
  QuotaInput,
  useNumberRule,
  useQuotaRule,
  useReadableRule,
} from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { MAX_COUNT, MAX_NAME } from './redemption-form.ts';

export function RedemptionFields({ isNew = false }: { isNew?: boolean }) {
  const { t } = useTranslation('area.user');
  const readableRule = useReadableRule();
  const quotaRule = useQuotaRule();
  const countRule = useNumberRule({ min: 1, max: MAX_COUNT });
  const nameRules = [
    { maxLength: MAX_NAME, message: t('redemptions.form.name-too-long', { max: MAX_NAME }) },
  ];
  const required = [{ required: true, match: /\S/, message: t('redemptions.form.name-required') }];
  return (
    <>
      <Form.Item
        field="name"
        label={t('redemptions.field.name')}
        extra={isNew ? t('redemptions.form.name-hint') : t('redemptions.form.name-length')}
        rules={isNew ? nameRules : [...required, ...nameRules]}
      >
        <Input autoFocus autoComplete="off" />
      </Form.Item>
      <Form.Item
        field="quota"
        label={t(isNew ? 'redemptions.form.quota' : 'redemptions.field.quota')}
        rules={[
          readableRule,
          { required: true, type: 'number', min: 1, message: t('redemptions.form.quota-required') },
          quotaRule,
        ]}
      >
        <QuotaInput />
      </Form.Item>
      {isNew && (
        <Form.Item
          field="count"
          label={t('redemptions.form.count')}
          extra={t('redemptions.form.count-hint', { max: MAX_COUNT })}
          rules={[
            readableRule,
            {
              required: true,
              type: 'number',
              min: 1,
              max: MAX_COUNT,
              message: t('redemptions.form.count-wrong', { max: MAX_COUNT }),
            },
            countRule,
          ]}
        >
          <InputNumber min={1} max={MAX_COUNT} />
        </Form.Item>
      )}
    </>
  );
}

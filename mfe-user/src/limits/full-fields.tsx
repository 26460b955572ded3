import { MAX_LIMIT_WAIT_SECONDS } from '@tollgate/contract';
import { Form, InputNumber, Select, useNumberRule, useReadableRule } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import type { LimitForm } from './limit-form.ts';

/** What happens when a rule is full. */
export function FullFields({ form: { scope, when_full } }: { form: LimitForm }) {
  const { t } = useTranslation('area.user');
  const rules = [useReadableRule(), useNumberRule({ min: 1, max: MAX_LIMIT_WAIT_SECONDS })];
  if (scope === 'channel' || scope === 'channel_key')
    return <p className="tg-muted">{t('limits.form.channel-skips')}</p>;
  return (
    <>
      <Form.Item field="when_full" label={t('limits.field.when_full')}>
        <Select
          aria-label={t('limits.field.when_full')}
          options={(['refuse', 'wait'] as const).map((value) => ({
            value,
            label: t(`limits.full.${value}`),
          }))}
        />
      </Form.Item>
      {when_full === 'wait' && (
        <Form.Item field="wait_seconds" label={t('limits.field.wait_seconds')} rules={rules}>
          <InputNumber min={1} max={MAX_LIMIT_WAIT_SECONDS} />
        </Form.Item>
      )}
    </>
  );
}

import type { Token } from '@tollgate/contract';
import { DateTimePicker, Form, Input, QuotaInput, Select, Switch, TextArea } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { CountInput } from './count-input.tsx';
import type { TokenForm } from './token-draft.ts';
import { useOwnGroups, useOwnModels } from './tokens.data.ts';
import { useTokenRules } from './use-token-rules.ts';

interface Props {
  /** Absent when creating. */
  token?: Token | undefined;
}

/** The fields of a token, the most important ones first. */
export function TokenFields({ token }: Props) {
  const { t } = useTranslation('area.user');
  const rules = useTokenRules(token?.expired_time);
  return (
    <>
      <Form.Item
        field="name"
        label={t('tokens.form.name')}
        extra={t('tokens.form.name-hint')}
        rules={rules.name}
      >
        <Input autoFocus autoComplete="off" />
      </Form.Item>
      <Form.Item field="expired_time" label={t('tokens.form.expiry')} rules={rules.expired_time}>
        <DateTimePicker />
      </Form.Item>
      <Form.Item
        field="unlimited_quota"
        label={t('tokens.form.unlimited')}
        extra={t('tokens.form.unlimited-hint')}
        triggerPropName="checked"
      >
        <Switch />
      </Form.Item>
      <Form.Item noStyle shouldUpdate>
        {({ unlimited_quota }: TokenForm) =>
          !unlimited_quota && (
            <Form.Item
              field="remain_quota"
              label={t(token ? 'tokens.form.remaining' : 'tokens.form.quota')}
              extra={t(token ? 'tokens.form.remaining-hint' : 'tokens.form.quota-hint')}
              rules={rules.remain_quota}
            >
              <QuotaInput />
            </Form.Item>
          )
        }
      </Form.Item>
      <GroupField />
      <ModelsField />
      <Form.Item
        field="allow_ips"
        label={t('tokens.form.addresses')}
        extra={t('tokens.form.addresses-hint')}
        rules={rules.allow_ips}
      >
        <TextArea rows={3} placeholder={t('tokens.form.addresses-placeholder')} spellCheck={false} />
      </Form.Item>
      {!token && (
        <Form.Item
          field="count"
          label={t('tokens.form.count')}
          extra={t('tokens.form.count-hint')}
          rules={rules.count}
        >
          <CountInput />
        </Form.Item>
      )}
    </>
  );
}

function GroupField() {
  const { t } = useTranslation('area.user');
  const groups = useOwnGroups();
  const options = Object.entries(groups.data ?? {}).map(([name, { ratio, desc }]) => ({
    value: name,
    label: [name, t('tokens.form.group-ratio', { ratio }), desc !== name && desc].filter(Boolean).join(' · '),
  }));
  return (
    <Form.Item field="group" label={t('tokens.form.group')} extra={t('tokens.form.group-hint')}>
      <Select
        showSearch
        loading={groups.isLoading}
        options={[{ value: '', label: t('tokens.form.group-own') }, ...options]}
      />
    </Form.Item>
  );
}

function ModelsField() {
  const { t } = useTranslation('area.user');
  const models = useOwnModels();
  return (
    <Form.Item field="model_limits" label={t('tokens.form.models')} extra={t('tokens.form.models-hint')}>
      <Select
        mode="multiple"
        allowClear
        showSearch
        loading={models.isLoading}
        maxTagCount={10}
        placeholder={t('tokens.form.models-placeholder')}
        options={models.data ?? []}
      />
    </Form.Item>
  );
}

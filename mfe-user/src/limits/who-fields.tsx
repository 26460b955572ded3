import { limitScopes } from '@tollgate/contract';
import { Form, Input, Select, Switch } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { useGroupNames } from '../users/users.data.ts';
import type { LimitForm } from './limit-form.ts';

/** Whom a rule limits: everybody, each of a kind, or one. */
export function WhoFields({ form: { scope, isEach } }: { form: LimitForm }) {
  const { t } = useTranslation('area.user');
  return (
    <>
      <Form.Item field="scope" label={t('limits.field.scope')}>
        <Select
          aria-label={t('limits.field.scope')}
          options={limitScopes.map((value) => ({ value, label: t(`limits.scope.${value}`) }))}
        />
      </Form.Item>
      {scope !== 'everybody' && (
        <Form.Item
          field="isEach"
          label={t('limits.field.each')}
          extra={t('limits.form.each-hint')}
          triggerPropName="checked"
        >
          <Switch />
        </Form.Item>
      )}
      {scope !== 'everybody' && !isEach && <TargetField scope={scope} />}
    </>
  );
}

function TargetField({ scope }: { scope: LimitForm['scope'] }) {
  const { t } = useTranslation('area.user');
  const rules = [{ required: true, message: t('limits.form.target-required') }];
  if (scope === 'group') return <GroupField rules={rules} />;
  return (
    <Form.Item
      field="scope_id"
      label={t('limits.field.target')}
      extra={t('limits.form.target-hint')}
      rules={rules}
    >
      <Input autoComplete="off" />
    </Form.Item>
  );
}

function GroupField({ rules }: { rules: { required: boolean; message: string }[] }) {
  const { t } = useTranslation('area.user');
  const groups = useGroupNames();
  return (
    <Form.Item field="scope_id" label={t('limits.field.group')} rules={rules}>
      <Select
        aria-label={t('limits.field.group')}
        showSearch
        loading={groups.isLoading}
        options={groups.data ?? []}
      />
    </Form.Item>
  );
}

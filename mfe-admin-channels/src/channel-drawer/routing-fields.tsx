import { useArea } from '@tollgate/console-sdk';
import { Form, Input, InputNumber, Select, Switch } from '@tollgate/ui/form';
import { Link } from '@tollgate/ui/router';
import { useTranslation } from 'react-i18next';
import { useGroupNames, useIsAutoDisableOff, useIsFailoverOff } from '../channels/channels.data.ts';
import { useChannelRules } from './use-channel-rules.ts';

/** Which calls the channel gets, and when it gets none. */
export function RoutingFields() {
  const { t } = useTranslation('area.admin-channels');
  const rules = useChannelRules(true);
  return (
    <>
      <GroupField />
      <div className="channel-numbers">
        <Form.Item
          field="priority"
          label={t('form.priority.label')}
          extra={t('form.priority.hint')}
          rules={rules.priority}
        >
          <InputNumber />
        </Form.Item>
        <Form.Item
          field="weight"
          label={t('form.weight.label')}
          extra={t('form.weight.hint')}
          rules={rules.weight}
        >
          <InputNumber min={0} />
        </Form.Item>
      </div>
      <FailoverHint />
      <Form.Item field="tag" label={t('form.tag.label')} extra={t('form.tag.hint')}>
        <Input autoComplete="off" maxLength={100} />
      </Form.Item>
      <Form.Item
        field="auto_ban"
        label={t('form.auto-ban.label')}
        extra={<AutoDisableHint />}
        triggerPropName="checked"
      >
        <Switch />
      </Form.Item>
    </>
  );
}

/** Priorities and weights choose a channel; only retries move on to the next one. */
function FailoverHint() {
  const { t } = useTranslation('area.admin-channels');
  const { links } = useArea();
  if (!useIsFailoverOff()) return null;
  return (
    <p className="channel-note tg-muted">
      {t('form.failover.off')}{' '}
      <Link to={links.to('admin-settings.settings', { tab: 'operation' })}>{t('form.failover.set')}</Link>
    </p>
  );
}

/** The switch does nothing while the site disables no channels. */
function AutoDisableHint() {
  const { t } = useTranslation('area.admin-channels');
  const { links } = useArea();
  const isOff = useIsAutoDisableOff();
  if (!isOff) return t('form.auto-ban.hint');
  return (
    <>
      {t('form.auto-ban.off')}{' '}
      <Link to={links.to('admin-settings.settings', { tab: 'operation' })}>{t('form.auto-ban.turn-on')}</Link>
    </>
  );
}

function GroupField() {
  const { t } = useTranslation('area.admin-channels');
  const groups = useGroupNames();
  const rules = useChannelRules(true);
  return (
    <Form.Item field="group" label={t('form.group.label')} extra={t('form.group.hint')} rules={rules.group}>
      <Select
        mode="multiple"
        allowCreate
        showSearch
        tokenSeparators={[',', '，']}
        loading={groups.isLoading}
        options={groups.data ?? []}
      />
    </Form.Item>
  );
}

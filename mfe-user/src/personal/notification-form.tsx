import type { User } from '@tollgate/contract';
import { Button, useToast } from '@tollgate/ui/core';
import { Form, Input, QuotaInput, Radio, useQuotaRule, useReadableRule } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { useTestSetting } from './personal.data.ts';
import { SettingForm } from './setting-form.tsx';
import { readSetting, type UserSetting } from './user-setting.ts';
import { WebhookFields } from './webhook-fields.tsx';

/** How the user is notified of a low balance. */
export function NotificationForm({ user }: { user: User }) {
  const { t } = useTranslation('area.user');
  const readableRule = useReadableRule();
  const quotaRule = useQuotaRule();
  const { hasSecret } = readSetting(user.setting);
  return (
    <SettingForm user={user} part="notify" extra={<TestButton />}>
      {() => (
        <>
          <Form.Item field="notify_type" label={t('personal.notify.type')}>
            <Radio.Group
              options={[
                { value: 'email', label: t('personal.notify.email') },
                { value: 'webhook', label: t('personal.notify.webhook') },
              ]}
            />
          </Form.Item>
          <Form.Item
            field="quota_warning_threshold"
            label={t('personal.notify.threshold')}
            extra={t('personal.notify.threshold-hint')}
            rules={[
              readableRule,
              { required: true, type: 'number', min: 1, message: t('personal.notify.threshold-required') },
              quotaRule,
            ]}
          >
            <QuotaInput presets={presets} />
          </Form.Item>
          <Form.Item noStyle shouldUpdate>
            {({ notify_type }: UserSetting) =>
              notify_type === 'webhook' ? (
                <WebhookFields hasSecret={hasSecret} />
              ) : (
                <Form.Item
                  field="notification_email"
                  label={t('personal.notify.address')}
                  extra={
                    user.email
                      ? t('personal.notify.address-hint', { email: user.email })
                      : t('personal.notify.address-none')
                  }
                >
                  <Input type="email" autoComplete="email" />
                </Form.Item>
              )
            }
          </Form.Item>
        </>
      )}
    </SettingForm>
  );
}

/** Tests the saved settings, not the typed ones. */
function TestButton() {
  const { t } = useTranslation('area.user');
  const toast = useToast();
  const { run, pending } = useTestSetting();

  async function send() {
    try {
      await run({});
      toast.success(t('personal.notify.tested'));
    } catch (error) {
      toast.error(error);
    }
  }
  return (
    <Button loading={pending} onClick={() => void send()}>
      {t('personal.notify.test')}
    </Button>
  );
}

/** Quota units: 0.2, 1, 2 and 10 dollars at 500,000 units per dollar. */
const presets = [100_000, 500_000, 1_000_000, 5_000_000];

import type { User } from '@tollgate/contract';
import { Form, Switch } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { SettingForm } from './setting-form.tsx';

export function PriceForm({ user }: { user: User }) {
  const { t } = useTranslation('area.user');
  return (
    <SettingForm user={user} part="price">
      {() => (
        <Form.Item
          field="accept_unset_model_ratio_model"
          label={t('personal.price.accept')}
          extra={t('personal.price.accept-hint')}
          triggerPropName="checked"
        >
          <Switch />
        </Form.Item>
      )}
    </SettingForm>
  );
}

import type { AreaRight } from '@tollgate/contract';
import { Checkbox, Form } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';

const RIGHTS: readonly AreaRight[] = ['publish', 'release', 'watch'];

/** The field `rights` of a form: what is allowed for one area. */
export function RightsField() {
  const { t } = useTranslation('area.admin-settings');
  return (
    <Form.Item
      field="rights"
      label={t('areas.rights.rights')}
      extra={<span className="areas-lines">{t('areas.rights.rights-hint')}</span>}
      rules={[{ required: true, message: t('areas.rights.rights-required') }]}
    >
      <Checkbox.Group
        options={RIGHTS.map((right) => ({ value: right, label: t(`areas.rights.right.${right}`) }))}
      />
    </Form.Item>
  );
}

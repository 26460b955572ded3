import type { AreaRight } from '@tollgate/contract';
import { Form, FormDialog, Input, InputNumber, useNumberRule } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { useAreaRights } from './area-rights.data.ts';
import { RightsField } from './rights-field.tsx';

interface Draft {
  name: string;
  rights: AreaRight[];
  days: number;
}

interface Props {
  areaId: string;
  /** The token can be read this once. */
  onMade: (token: string) => void;
  onClose: () => void;
}

const MAX_DAYS = 366;

/** Makes a deploy token for the build server of one area. */
export function TokenDialog({ areaId, onMade, onClose }: Props) {
  const { t } = useTranslation('area.admin-settings');
  const { makeToken } = useAreaRights();
  const daysRule = useNumberRule({ min: 1, max: MAX_DAYS });
  return (
    <FormDialog<Draft>
      title={t('areas.rights.token-title', { area: areaId })}
      submitText={t('areas.rights.make')}
      initial={{ name: '', rights: ['publish', 'release', 'watch'], days: 90 }}
      onSubmit={async ({ name, rights, days }) => {
        const { token } = await makeToken({ id: areaId, name: name.trim(), rights, days });
        onMade(token);
      }}
      onClose={onClose}
    >
      <Form.Item
        field="name"
        label={t('areas.rights.name')}
        extra={t('areas.rights.name-hint')}
        rules={[{ required: true, message: t('areas.rights.name-required') }]}
      >
        <Input autoComplete="off" maxLength={64} />
      </Form.Item>
      <RightsField />
      <Form.Item field="days" label={t('areas.rights.days')} rules={[{ required: true }, daysRule]}>
        <InputNumber min={1} max={MAX_DAYS} />
      </Form.Item>
    </FormDialog>
  );
}

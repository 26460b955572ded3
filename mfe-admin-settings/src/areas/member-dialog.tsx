import type { AreaRight } from '@tollgate/contract';
import { Form, FormDialog } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { useAreaRights } from './area-rights.data.ts';
import { RightsField } from './rights-field.tsx';
import { UserPicker } from './user-picker.tsx';

interface Draft {
  user?: number;
  rights: AreaRight[];
}

/** Gives a user rights for one area, in place of those that the user had for it. */
export function MemberDialog({ areaId, onClose }: { areaId: string; onClose: () => void }) {
  const { t } = useTranslation('area.admin-settings');
  const { setMember } = useAreaRights();
  return (
    <FormDialog<Draft>
      title={t('areas.rights.member-title', { area: areaId })}
      submitText={t('areas.rights.give')}
      done={t('areas.rights.given')}
      initial={{ rights: ['watch'] }}
      onSubmit={({ user = 0, rights }) => setMember({ id: areaId, user_id: user, rights })}
      onClose={onClose}
    >
      <Form.Item
        field="user"
        label={t('areas.pin.user')}
        rules={[{ required: true, message: t('areas.pin.user-required') }]}
      >
        <UserPicker />
      </Form.Item>
      <RightsField />
    </FormDialog>
  );
}

import type { AreaRight } from '@tollgate/contract';
import { Form, FormDialog, Input } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { useAreaRights } from './area-rights.data.ts';
import { RightsField } from './rights-field.tsx';

interface Draft {
  name: string;
  issuer: string;
  audience: string;
  subject: string;
  rights: AreaRight[];
}

const GITHUB = 'https://token.actions.githubusercontent.com';
const LENGTHS = { name: 64, issuer: 190, audience: 190, subject: 255 } as const;

/** Trusts jobs of a build server. The placeholders are those of GitHub Actions. */
export function CiIdentityDialog({ areaId, onClose }: { areaId: string; onClose: () => void }) {
  const { t } = useTranslation('area.admin-settings');
  const { addCi } = useAreaRights();
  const fields = Object.entries(LENGTHS) as [keyof typeof LENGTHS, number][];
  return (
    <FormDialog<Draft>
      title={t('areas.ci.dialog', { area: areaId })}
      submitText={t('areas.ci.add')}
      initial={{ name: '', issuer: GITHUB, audience: location.origin, subject: '', rights: ['publish'] }}
      onSubmit={async (draft) => {
        await addCi({ id: areaId, ...draft });
      }}
      done={t('areas.ci.added')}
      onClose={onClose}
    >
      {fields.map(([field, maxLength]) => (
        <Form.Item
          key={field}
          field={field}
          label={t(`areas.ci.${field}`)}
          extra={t(`areas.ci.${field}-hint`)}
          rules={[{ required: true, message: t('areas.ci.required') }]}
        >
          <Input autoComplete="off" maxLength={maxLength} />
        </Form.Item>
      ))}
      <RightsField />
    </FormDialog>
  );
}

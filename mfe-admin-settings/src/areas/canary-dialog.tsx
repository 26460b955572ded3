import { Role } from '@tollgate/contract';
import { Checkbox, Form, FormDialog, InputTag, Slider, Switch } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { type ListedArea, useDecisions } from './areas.data.ts';

interface Props {
  area: ListedArea;
  buildId: string;
  onClose: () => void;
}

/** Each step lasts at least ten minutes, and until 50 loads are healthy. */
const PLAN = { steps: [1, 5, 25, 50, 100], minutes: 10 };

interface Draft {
  /** The share grows automatically. */
  grows: boolean;
  percent: number;
  roles: number[];
  /** Ids as typed. */
  users: string[];
}

/** A build for a part of the users: a stable share, and named roles and users. */
export function CanaryDialog({ area: { id, canary }, buildId, onClose }: Props) {
  const { t } = useTranslation('area.admin-settings');
  const { setCanary } = useDecisions();
  const current = canary?.build_id === buildId ? canary : undefined;
  return (
    <FormDialog<Draft>
      title={t('areas.share.title', { build: buildId })}
      submitText={t('areas.share.ok')}
      done={t('areas.share.done')}
      initial={{
        grows: current?.plan != null,
        percent: current?.percent ?? 5,
        roles: current?.roles ?? [],
        users: (current?.users ?? []).map(String),
      }}
      onSubmit={({ grows, percent, roles, users }) =>
        setCanary({
          id,
          build_id: buildId,
          ...(grows ? { plan: PLAN } : { percent }),
          roles,
          users: users.map(Number),
        })
      }
      onClose={onClose}
    >
      {canary && !current && <p>{t('areas.share.replaces', { build: canary.build_id })}</p>}
      <Form.Item
        field="grows"
        label={t('areas.share.grows')}
        extra={t('areas.share.grows-hint')}
        triggerPropName="checked"
      >
        <Switch />
      </Form.Item>
      <Form.Item noStyle shouldUpdate>
        {({ grows, roles, users }: Draft) =>
          !grows && <ShareField isNamed={Boolean(roles?.length || users?.length)} />
        }
      </Form.Item>
      <Form.Item field="roles" label={t('areas.share.roles')} extra={t('areas.share.roles-hint')}>
        <Checkbox.Group
          options={[
            { value: Role.root, label: t('areas.role.100') },
            { value: Role.admin, label: t('areas.role.10') },
            { value: Role.user, label: t('areas.role.1') },
          ]}
        />
      </Form.Item>
      <Form.Item
        field="users"
        label={t('areas.share.users')}
        extra={t('areas.share.users-hint')}
        rules={[
          {
            validator: (users: string[] | undefined, done) =>
              done(
                (users ?? []).every((user) => /^[1-9]\d{0,9}$/.test(user))
                  ? undefined
                  : t('areas.share.users-wrong'),
              ),
          },
        ]}
      >
        <InputTag allowClear placeholder="42" />
      </Form.Item>
    </FormDialog>
  );
}

/** `isNamed`: a role or user is named, so that no share is required. */
function ShareField({ isNamed }: { isNamed: boolean }) {
  const { t } = useTranslation('area.admin-settings');
  return (
    <Form.Item
      field="percent"
      label={t('areas.share.percent')}
      extra={t('areas.share.percent-hint')}
      rules={[
        {
          validator: (percent: number | undefined, done) =>
            done(percent || isNamed ? undefined : t('areas.share.none')),
        },
      ]}
    >
      <Slider showInput marks={{ 0: '0', 5: '5', 25: '25', 50: '50', 100: '100' }} />
    </Form.Item>
  );
}

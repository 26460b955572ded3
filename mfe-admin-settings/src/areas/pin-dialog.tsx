import { Form, FormDialog, Input, Select } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { type ListedArea, useDecisions } from './areas.data.ts';
import { isTrusted } from './trust.ts';
import { UserPicker } from './user-picker.tsx';

interface Props {
  area: ListedArea;
  /** The empty id leaves the choice open. */
  buildId: string;
  onClose: () => void;
}

interface Draft {
  user?: number;
  build?: string;
  hours: number;
  reason: string;
}

/** Durations of a pin in hours; the gateway allows at most a week. */
const LENGTHS = [1, 4, 24, 72, 168] as const;

/** Pins one user to a build for a limited time, independent of the rollout. */
export function PinDialog({ area, buildId, onClose }: Props) {
  const { t } = useTranslation('area.admin-settings');
  const { pin } = useDecisions();
  const builds = area.builds.filter((build) => build.fits && !build.revoked && isTrusted(build));
  return (
    <FormDialog<Draft>
      title={t('areas.pin.title', { area: area.id })}
      submitText={t('areas.pin.ok')}
      done={t('areas.pin.done')}
      initial={{ hours: 24, reason: '', ...(buildId && { build: buildId }) }}
      onSubmit={({ user = 0, build = '', hours, reason }) =>
        pin({ id: area.id, user_id: user, build_id: build, hours, reason: reason.trim() })
      }
      onClose={onClose}
    >
      <Form.Item
        field="user"
        label={t('areas.pin.user')}
        extra={t('areas.pin.user-hint')}
        rules={[{ required: true, message: t('areas.pin.user-required') }]}
      >
        <UserPicker />
      </Form.Item>
      <Form.Item noStyle shouldUpdate>
        {({ user }: Draft) => <Replaced area={area} user={user} />}
      </Form.Item>
      <Form.Item
        field="build"
        label={t('areas.pin.build')}
        rules={[{ required: true, message: t('areas.pin.build-required') }]}
      >
        <Select
          placeholder={t('areas.pin.build-placeholder')}
          options={builds.map(({ build_id, version, source }) => ({
            value: build_id,
            label: `${build_id} · ${t(`areas.source.${source}`, { version })}`,
          }))}
        />
      </Form.Item>
      <Form.Item field="hours" label={t('areas.pin.length')} extra={t('areas.pin.length-hint')}>
        <Select options={LENGTHS.map((hours) => ({ value: hours, label: t(`areas.pin.hours.${hours}`) }))} />
      </Form.Item>
      <Form.Item
        field="reason"
        label={t('areas.reason.label')}
        extra={t('areas.reason.hint')}
        rules={[{ required: true, minLength: 3, message: t('areas.reason.required') }]}
      >
        <Input autoComplete="off" maxLength={500} />
      </Form.Item>
    </FormDialog>
  );
}

/** A user has at most one pin per area. */
function Replaced({ area, user }: { area: ListedArea; user: number | undefined }) {
  const { t } = useTranslation('area.admin-settings');
  const current = area.pins.find(({ user_id }) => user_id === user);
  return current ? <p>{t('areas.pin.replaces', { build: current.build_id })}</p> : null;
}

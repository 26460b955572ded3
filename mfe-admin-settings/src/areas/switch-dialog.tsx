import { Alert } from '@tollgate/ui/core';
import { Form, FormDialog, Input } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { useDecisions } from './areas.data.ts';

export interface Switching {
  act: 'kill' | 'revive';
  /** The empty id is the whole area. */
  buildId: string;
}

interface Props {
  areaId: string;
  switching: Switching;
  onClose: () => void;
}

interface Draft {
  reason: string;
  typed?: string;
}

/** Requires a reason, and before switching off also the name, against habitual clicks. */
export function SwitchDialog({ areaId, switching: { act, buildId }, onClose }: Props) {
  const { t } = useTranslation('area.admin-settings');
  const decisions = useDecisions();
  const name = buildId || areaId;
  const what = buildId ? 'build' : 'area';
  return (
    <FormDialog<Draft>
      title={t(`areas.${act}.${what}-title`, { name })}
      submitText={t(`areas.${act}.${what}`)}
      done={t(`areas.${act}.done`, { name })}
      initial={{ reason: '' }}
      onSubmit={({ reason }) => decisions[act]({ id: areaId, build_id: buildId, reason: reason.trim() })}
      onClose={onClose}
    >
      <p>{t(`areas.${act}.${what}-text`)}</p>
      {act === 'kill' && areaId === 'admin-settings' && !buildId && (
        <Alert type="warning" className="areas-note" content={t('areas.kill.this-page')} />
      )}
      <Form.Item
        field="reason"
        label={t('areas.reason.label')}
        extra={t('areas.reason.hint')}
        rules={[{ required: true, minLength: 3, message: t('areas.reason.required') }]}
      >
        <Input autoFocus autoComplete="off" maxLength={500} />
      </Form.Item>
      {act === 'kill' && (
        <Form.Item
          field="typed"
          label={t('common:confirm.type-name', { name })}
          rules={[
            {
              validator: (typed, done) =>
                done(String(typed ?? '').trim() === name ? undefined : t('areas.kill.type-it', { name })),
            },
          ]}
        >
          <Input autoComplete="off" spellCheck={false} />
        </Form.Item>
      )}
    </FormDialog>
  );
}

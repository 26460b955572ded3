import { useAction } from '@tollgate/api-client';
import {
  createIncident,
  deleteIncident,
  getStatusPage,
  type Incident,
  incidentStates,
  updateIncident,
} from '@tollgate/contract';
import { ConfirmAction } from '@tollgate/ui/core';
import { Form, FormDrawer, Input, Select, TextArea } from '@tollgate/ui/form';
import { useStatusText } from './use-status-text.ts';

interface Props {
  /** Absent when reporting a new one. */
  incident?: Incident | undefined;
  models: readonly string[];
  onClose: () => void;
}

type Fields = Pick<Incident, 'title' | 'text' | 'state' | 'models'>;

/** Reports an incident, goes on with it, or deletes one that was none. */
export function IncidentDrawer({ incident, models, onClose }: Props) {
  const { t } = useStatusText();
  const refresh = { refresh: [getStatusPage] };
  const create = useAction(createIncident, refresh);
  const update = useAction(updateIncident, refresh);
  const remove = useAction(deleteIncident, refresh);

  return (
    <FormDrawer<Fields>
      title={incident ? t('form.edit') : t('report')}
      submitText={incident ? t('form.save') : t('form.publish')}
      done={t('form.done')}
      initial={incident ?? { title: '', text: '', state: 'investigating', models: [] }}
      onSubmit={(form) => (incident ? update.run({ id: incident.id, ...form }) : create.run(form))}
      onClose={onClose}
    >
      <Form.Item field="title" label={t('form.title')} rules={[{ required: true }]}>
        <Input maxLength={120} autoComplete="off" placeholder={t('form.title-example')} />
      </Form.Item>
      <Form.Item field="state" label={t('form.state')}>
        <Select options={incidentStates.map((value) => ({ value, label: t(`state.${value}`) }))} />
      </Form.Item>
      <Form.Item field="models" label={t('form.models')} extra={t('form.models-hint')}>
        <Select mode="multiple" allowClear showSearch placeholder={t('all-models')} options={[...models]} />
      </Form.Item>
      <Form.Item field="text" label={t('form.text')} extra={t('form.text-hint')}>
        <TextArea rows={6} maxLength={5000} />
      </Form.Item>
      {incident && (
        <div className="sh-incident-delete">
          <ConfirmAction
            danger
            title={t('form.delete-title', { title: incident.title })}
            content={t('form.delete-text')}
            okText={t('form.delete')}
            onConfirm={() => remove.run({ id: incident.id }).then(onClose)}
            done={t('form.deleted')}
          >
            {t('form.delete')}
          </ConfirmAction>
        </div>
      )}
    </FormDrawer>
  );
}

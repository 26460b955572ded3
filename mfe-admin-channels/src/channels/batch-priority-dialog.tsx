import { Form, FormDialog, InputNumber } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { useChannelRules } from '../channel-drawer/use-channel-rules.ts';

interface Props {
  count: number;
  onChoose: (priority: number) => void;
  onClose: () => void;
}

/** Asks for one priority for all selected channels. */
export function BatchPriorityDialog({ count, onChoose, onClose }: Props) {
  const { t } = useTranslation('area.admin-channels');
  const rules = useChannelRules(true);
  return (
    <FormDialog<{ priority?: number }>
      title={t('channels.bulk.priority-title', { count })}
      initial={{}}
      submitText={t('channels.bulk.priority')}
      onSubmit={async ({ priority }) => onChoose(priority ?? 0)}
      onClose={onClose}
    >
      <Form.Item
        field="priority"
        label={t('form.priority.label')}
        extra={t('form.priority.hint')}
        rules={[{ required: true, message: t('form.priority.wrong') }, ...rules.priority]}
      >
        <InputNumber hideControl />
      </Form.Item>
    </FormDialog>
  );
}

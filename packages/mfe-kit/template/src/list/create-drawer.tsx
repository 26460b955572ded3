import { Form, FormDrawer, Input } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { useCreateItem } from './list.data.ts';

const MAX_NAME = 30;

interface Draft {
  name: string;
}

/** Render it while it should be open. A server error is shown at the field that it names. */
export function CreateDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('area.example-area');
  const create = useCreateItem();
  return (
    <FormDrawer<Draft>
      title={t('list.create')}
      submitText={t('list.create')}
      done={t('list.created')}
      initial={{ name: '' }}
      onSubmit={({ name }) => create({ name: name.trim(), unlimited_quota: true })}
      onClose={onClose}
    >
      <Form.Item
        field="name"
        label={t('list.name')}
        extra={t('list.name-hint')}
        rules={[
          { required: true, match: /\S/, message: t('list.name-required') },
          { maxLength: MAX_NAME, message: t('list.name-too-long', { max: MAX_NAME }) },
        ]}
      >
        <Input autoFocus autoComplete="off" />
      </Form.Item>
    </FormDrawer>
  );
}

import { useToast } from '@tollgate/ui/core';
import { Form, FormDialog, Input } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { useTagChannels } from './channel-work.data.ts';

interface Props {
  ids: number[];
  onDone: () => void;
  onClose: () => void;
}

/** Sets one tag for all selected channels, replacing their current ones. */
export function BatchTagDialog({ ids, onDone, onClose }: Props) {
  const { t } = useTranslation('area.admin-channels');
  const toast = useToast();
  const tagChannels = useTagChannels();

  async function submit({ tag }: { tag: string }) {
    const count = await tagChannels(ids, tag.trim());
    toast.success(t('tags.tagged', { count }));
    onDone();
  }
  return (
    <FormDialog<{ tag: string }>
      title={t('tags.batch-title', { count: ids.length })}
      initial={{ tag: '' }}
      submitText={t('tags.batch-ok')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item
        field="tag"
        label={t('form.tag.label')}
        extra={t('tags.batch-hint')}
        rules={[{ required: true, match: /\S/, message: t('tags.empty-name') }, { maxLength: 100 }]}
      >
        <Input autoComplete="off" />
      </Form.Item>
    </FormDialog>
  );
}

import type { ChannelTag, editChannelTag, Input as Sent } from '@tollgate/contract';
import { useToast } from '@tollgate/ui/core';
import { Form, FormDrawer, Input, InputNumber, JsonEditor, Select, useJsonRule } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { useChannelRules } from '../channel-drawer/use-channel-rules.ts';
import { useGroupNames } from '../channels/channels.data.ts';
import { useEditTag } from './tags.data.ts';
import './tag-drawer.css';

interface TagForm {
  new_tag: string;
  groups: string[];
  models: string[];
  model_mapping: string;
  priority?: number;
  weight?: number;
}

/** Changes all channels of a tag. Empty fields stay unchanged, except that an empty name removes the tag. */
export function TagDrawer({ row, onClose }: { row: ChannelTag; onClose: () => void }) {
  const { t } = useTranslation('area.admin-channels');
  const toast = useToast();
  const edit = useEditTag();
  const { priority, weight } = row;
  const initial: TagForm = {
    new_tag: row.tag,
    groups: [],
    models: [],
    model_mapping: '',
    ...(priority !== null && { priority }),
    ...(weight !== null && { weight }),
  };

  async function submit(form: TagForm) {
    const change = changesOf(row, form);
    if (Object.keys(change).length === 0) return toast.info(t('tags.unchanged'));
    await edit({ tag: row.tag, ...change });
    const isDissolved = change.new_tag === '';
    return toast.success(t(isDissolved ? 'tags.dissolved' : 'tags.saved', { tag: form.new_tag || row.tag }));
  }
  return (
    <FormDrawer<TagForm>
      title={t('tags.edit', { tag: row.tag })}
      initial={initial}
      submitText={t('tags.save')}
      width={520}
      onSubmit={submit}
      onClose={onClose}
    >
      <TagFields models={row.channels.flatMap((channel) => channel.models.split(','))} />
    </FormDrawer>
  );
}

function TagFields({ models }: { models: string[] }) {
  const { t } = useTranslation('area.admin-channels');
  const groups = useGroupNames();
  const rules = useChannelRules(true);
  const many = { mode: 'multiple' as const, allowCreate: true, tokenSeparators: [',', '，'] };
  return (
    <>
      <Form.Item
        field="new_tag"
        label={t('form.tag.label')}
        extra={t('tags.name-hint')}
        rules={[{ maxLength: 100 }]}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item field="models" label={t('form.models.label')} extra={t('tags.keep-hint')}>
        <Select {...many} options={[...new Set(models)].filter(Boolean)} />
      </Form.Item>
      <Form.Item field="groups" label={t('form.group.label')} extra={t('tags.keep-hint')}>
        <Select {...many} options={groups.data ?? []} />
      </Form.Item>
      <Form.Item
        field="model_mapping"
        label={t('form.model-mapping.label')}
        extra={t('tags.keep-hint')}
        rules={[useJsonRule()]}
      >
        <JsonEditor rows={4} />
      </Form.Item>
      <div className="channels-tag-numbers">
        <Form.Item field="priority" label={t('form.priority.label')} rules={rules.priority}>
          <InputNumber hideControl />
        </Form.Item>
        <Form.Item field="weight" label={t('form.weight.label')} rules={rules.weight}>
          <InputNumber hideControl />
        </Form.Item>
      </div>
    </>
  );
}

/** Returns what differs from the current tag. */
function changesOf(row: ChannelTag, form: TagForm): Partial<Sent<typeof editChannelTag>> {
  const name = (form.new_tag ?? '').trim();
  const { priority, weight, groups = [], models = [], model_mapping = '' } = form;
  return {
    ...(name !== row.tag && { new_tag: name }),
    ...(groups.length > 0 && { groups: groups.join(',') }),
    ...(models.length > 0 && { models: models.join(',') }),
    ...(model_mapping.trim() && { model_mapping: model_mapping.trim() }),
    ...(priority !== undefined && priority !== row.priority && { priority }),
    ...(weight !== undefined && weight !== row.weight && { weight }),
  };
}

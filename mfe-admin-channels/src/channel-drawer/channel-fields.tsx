import type { Channel } from '@tollgate/contract';
import { Form, type FormInstance, Input } from '@tollgate/ui/form';
import type { FocusEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useChannelTypes } from '../channels/channels.data.ts';
import { AdvancedFields } from './advanced-fields.tsx';
import { type ChannelForm, freshChannel, OPENAI, otherWords } from './channel-draft.ts';
import { ChannelLimits } from './channel-limits.tsx';
import { ChannelStatusSection } from './channel-status.tsx';
import { FormSections } from './form-sections.tsx';
import { KeyField } from './key-field.tsx';
import { ModelsInput } from './models-input.tsx';
import { RoutingFields } from './routing-fields.tsx';
import { TypeField } from './type-field.tsx';
import { useChannelRules } from './use-channel-rules.ts';
import { useSuggestedName } from './use-suggested-name.ts';

interface Props {
  form: FormInstance<ChannelForm>;
  /** The channel that is edited; absent when creating and copying. */
  channel?: Channel | undefined;
  /** The server does not send the stored key to the typed address. */
  isKeyNeeded?: boolean;
  unfolded: boolean;
  onFold: (unfolded: boolean) => void;
}

/** The fields of a channel in sections: what every channel needs first, the rest collapsed. */
export function ChannelFields({ form, channel, isKeyNeeded = false, unfolded, onFold }: Props) {
  const { t } = useTranslation('area.admin-channels');
  const rules = useChannelRules(channel !== undefined);
  const type = Form.useWatch('type', form) ?? channel?.type ?? freshChannel.type;
  const facts = useChannelTypes().byCode.get(type);
  const isSuggested = useSuggestedName(form, channel ? undefined : facts?.label);
  const provider = (
    <>
      <TypeField form={form} type={type} />
      <Form.Item field="name" label={t('form.name.label')} rules={rules.name}>
        <Input autoComplete="off" onFocus={isSuggested ? selectAll : undefined} />
      </Form.Item>
      <Form.Item
        field="base_url"
        label={t('form.base-url.label')}
        extra={
          facts?.default_base_url
            ? t('form.base-url.hint', { url: facts.default_base_url })
            : t('form.base-url.hint-none')
        }
        rules={rules.base_url}
      >
        <Input autoComplete="off" inputMode="url" placeholder={facts?.default_base_url ?? ''} />
      </Form.Item>
      <KeyField type={type} channel={channel} isNeeded={isKeyNeeded} />
      {type === OPENAI && (
        <Form.Item
          field="openai_organization"
          label={t('form.organization.label')}
          extra={t('form.organization.hint')}
        >
          <Input autoComplete="off" placeholder="org-…" />
        </Form.Item>
      )}
      {otherWords[type] && <OtherField word={otherWords[type]} />}
    </>
  );
  const models = (
    <>
      <Form.Item
        className="channel-models"
        field="models"
        label={t('form.models.label')}
        rules={rules.models}
      >
        <ModelsInput channelId={channel?.id} type={type} typeLabel={facts?.label ?? ''} />
      </Form.Item>
      <Form.Item field="test_model" label={t('form.test-model.label')} extra={t('form.test-model.hint')}>
        <Input autoComplete="off" spellCheck={false} maxLength={255} />
      </Form.Item>
    </>
  );
  return (
    <FormSections
      sections={[
        ...(channel ? [{ id: 'status', content: <ChannelStatusSection channel={channel} /> }] : []),
        { id: 'provider', content: provider },
        { id: 'models', content: models },
        { id: 'routing', content: <RoutingFields /> },
        { id: 'advanced', content: <AdvancedFields unfolded={unfolded} onFold={onFold} /> },
        ...(channel ? [{ id: 'limits', content: <ChannelLimits id={channel.id} />, isHeaded: true }] : []),
      ]}
    />
  );
}

/** Typing replaces the suggested name. */
function selectAll({ target }: FocusEvent<HTMLInputElement>): void {
  target.select();
}

function OtherField({ word }: { word: string }) {
  const { t } = useTranslation('area.admin-channels');
  return (
    <Form.Item field="other" label={t(`form.other.${word}.label`)} extra={t(`form.other.${word}.hint`)}>
      <Input autoComplete="off" />
    </Form.Item>
  );
}

import type { Channel } from '@tollgate/contract';
import { Alert, Button } from '@tollgate/ui/core';
import { Checkbox, Form, Radio, SecretField } from '@tollgate/ui/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KeysArea } from '../channel-keys/keys-area.tsx';
import { KeysDialog } from '../channel-keys/keys-dialog.tsx';
import { useChannel } from './channel-drawer.data.ts';
import { useChannelRules } from './use-channel-rules.ts';

/**
 * The stored key is kept unless another is typed. A key that cannot be read, or that would be sent elsewhere,
 * must be typed again (`isNeeded`). One channel may have several keys, each enabled or disabled.
 */
export function StoredKeys({ channel, isNeeded }: { channel: Channel; isNeeded: boolean }) {
  const { t } = useTranslation('area.admin-channels');
  const rules = useChannelRules(true);
  const { data: fresh = channel } = useChannel(channel.id);
  const hasMany = fresh.multi_key_size > 1;
  const isReadable = fresh.multi_key_size > 0;
  const [isMany, setMany] = useState(hasMany);
  const hint = hasMany ? '' : fresh.key_hint;
  return (
    <>
      {!isReadable && <Alert type="error" className="channel-note" content={t('form.key.unreadable')} />}
      <Form.Item
        className="channel-key"
        field="key"
        label={t('form.key.label')}
        extra={hint && t('form.key.stored', { hint })}
        rules={rules.key}
      >
        {isMany ? <KeysArea /> : <SecretField stored={isReadable && !isNeeded} />}
      </Form.Item>
      <div className="channel-key-choice">
        <Checkbox checked={isMany} onChange={setMany}>
          {t('form.key.in-turn')}
        </Checkbox>
        {hasMany && <KeysButton channel={fresh} />}
      </div>
      {isMany && isReadable && <KeyModeField />}
      {(isMany || hasMany) && <UseField />}
    </>
  );
}

function KeysButton({ channel }: { channel: Channel }) {
  const { t } = useTranslation('area.admin-channels');
  const [isOpen, setOpen] = useState(false);
  const { multi_key_on: on, multi_key_size: size } = channel;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('keys.count', { on, size })}
      </Button>
      {isOpen && <KeysDialog channel={channel} onClose={() => setOpen(false)} />}
    </>
  );
}

function UseField() {
  const { t } = useTranslation('area.admin-channels');
  return (
    <Form.Item field="multi_key_mode" label={t('form.key.mode.label')}>
      <Radio.Group>
        <Radio value="polling">{t('form.key.mode.polling')}</Radio>
        <Radio value="random">{t('form.key.mode.random')}</Radio>
      </Radio.Group>
    </Form.Item>
  );
}

/** Without it, adding one key would require knowing all the others. */
function KeyModeField() {
  const { t } = useTranslation('area.admin-channels');
  return (
    <Form.Item field="key_mode" label={t('form.key.typed.label')} extra={t('form.key.typed.hint')}>
      <Radio.Group>
        <Radio value="append">{t('form.key.typed.append')}</Radio>
        <Radio value="replace">{t('form.key.typed.replace')}</Radio>
      </Radio.Group>
    </Form.Item>
  );
}

import type { Channel } from '@tollgate/contract';
import { Checkbox, Form, SecretField } from '@tollgate/ui/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KeysArea } from '../channel-keys/keys-area.tsx';
import { countKeys } from './channel-draft.ts';
import { StoredKeys } from './stored-keys.tsx';
import { useChannelRules } from './use-channel-rules.ts';

interface Props {
  type: number;
  /** The channel whose key is stored; absent when creating. */
  channel?: Channel | undefined;
  /** The stored key cannot be kept: it must be typed again. */
  isNeeded?: boolean;
}

/** The key field. Creating takes several, one a line; editing keeps the stored one when it is empty. */
export function KeyField({ type, channel, isNeeded = false }: Props) {
  return channel ? <StoredKeys channel={channel} isNeeded={isNeeded} /> : <NewKeys type={type} />;
}

function NewKeys({ type }: { type: number }) {
  const { t } = useTranslation('area.admin-channels');
  const rules = useChannelRules(false);
  const [isMany, setMany] = useState(false);
  return (
    <>
      <Form.Item className="channel-key" field="key" label={t('form.key.label')} rules={rules.key}>
        {isMany ? <KeysArea /> : <SecretField />}
      </Form.Item>
      <div className="channel-key-choice">
        <Checkbox checked={isMany} onChange={setMany}>
          {t('form.key.many')}
        </Checkbox>
        <Form.Item noStyle shouldUpdate>
          {({ key = '' }: { key?: string }) =>
            countKeys(type, key) > 1 && (
              <span className="tg-muted" role="status">
                {t('form.key.count', { count: countKeys(type, key) })}
              </span>
            )
          }
        </Form.Item>
      </div>
    </>
  );
}

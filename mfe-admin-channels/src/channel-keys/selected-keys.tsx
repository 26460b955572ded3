import type { ChannelKey } from '@tollgate/contract';
import { ConfirmAction } from '@tollgate/ui/core';
import { IconDelete } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { useRemoveKeys } from './channel-keys.data.ts';

interface Props {
  id: number;
  keys: readonly ChannelKey[];
}

/** What can be done with the keys that are ticked. */
export function SelectedKeys({ id, keys }: Props) {
  const { t } = useTranslation('area.admin-channels');
  const remove = useRemoveKeys(id);
  const count = keys.length;
  const hint = keys[0]?.hint ?? '';
  return (
    <div className="channel-keys-selected">
      <span role="status">{t('keys.selected', { count })}</span>
      <ConfirmAction
        danger
        size="small"
        icon={<IconDelete />}
        title={t('keys.remove.title', { count, hint })}
        content={t('keys.remove.content', { count })}
        okText={t('keys.remove.ok', { count })}
        done={t('keys.remove.done', { count, hint })}
        onConfirm={() => remove(keys)}
      >
        {t('keys.remove.button')}
      </ConfirmAction>
    </div>
  );
}

import type { ChannelKey } from '@tollgate/contract';
import { ConfirmAction } from '@tollgate/ui/core';
import { IconDelete } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { useRemoveKeys } from './channel-keys.data.ts';

interface Props {
  id: number;
  keys: readonly ChannelKey[];
}

/** Actions for the selected keys. */
export function SelectedKeys({ id, keys }: Props) {
  const { t } = useTranslation('area.admin-channels');
  const remove = useRemoveKeys(id);
  const count = keys.length;
  const single = count === 1 ? keys[0] : undefined;
  return (
    <div className="channel-keys-selected">
      <span role="status">{t('keys.selected', { count })}</span>
      <ConfirmAction
        danger
        size="small"
        icon={<IconDelete />}
        title={
          single ? t('keys.remove.title-single', { hint: single.hint }) : t('keys.remove.title', { count })
        }
        content={t('keys.remove.content', { count })}
        okText={t('keys.remove.ok', { count })}
        done={single ? t('keys.remove.done-single', { hint: single.hint }) : t('keys.remove.done', { count })}
        onConfirm={() => remove(keys)}
      >
        {t('keys.remove.button')}
      </ConfirmAction>
    </div>
  );
}

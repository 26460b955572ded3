import { type ChannelKey, ChannelStatus } from '@tollgate/contract';
import { Button, StatusTag, TimeAgo } from '@tollgate/ui/core';
import { Checkbox } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { isOn } from './channel-keys.data.ts';

interface Props {
  entry: ChannelKey;
  pending: boolean;
  isSelected: boolean;
  onSelect: (selected: boolean) => void;
  onSwitch: (on: boolean) => Promise<void>;
}

/** One key, masked. The provider's error is below it, ready to copy. */
export function KeyRow({ entry, pending, isSelected, onSelect, onSwitch }: Props) {
  const { t } = useTranslation('area.admin-channels');
  const { hint, status, reason, since } = entry;
  const on = isOn(entry);
  const isRefused = status === ChannelStatus.tripped;
  return (
    <li>
      <Checkbox aria-label={t('keys.select-named', { hint })} checked={isSelected} onChange={onSelect} />
      <span className="tg-mono">{hint}</span>
      <StatusTag tone={on ? 'success' : isRefused ? 'danger' : 'neutral'}>
        {t(on ? 'keys.state.on' : isRefused ? 'keys.state.refused' : 'keys.state.off')}
      </StatusTag>
      <Button
        size="small"
        disabled={pending}
        aria-label={t(on ? 'keys.disable-named' : 'keys.enable-named', { hint })}
        onClick={() => void onSwitch(!on)}
      >
        {t(on ? 'common:action.disable' : 'common:action.enable')}
      </Button>
      {!on && (
        <small className="tg-muted">
          <TimeAgo at={since} />
          {isRefused && ` · ${reason || t('channels.tripped.unknown')}`}
        </small>
      )}
    </li>
  );
}

import { type Channel, ChannelStatus } from '@tollgate/contract';
import { StatusTag, type StatusTone, useFormat } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { readStatusInfo } from './status-info.ts';

/** Status of a channel; an automatically disabled one shows why and when. */
export function ChannelStatusTag({ channel }: { channel: Channel }) {
  const { t } = useTranslation('area.admin-channels');
  const tone = tones[channel.status] ?? 'neutral';
  const label = t(`channels.status.${words[channel.status] ?? 'unknown'}`);
  if (channel.status !== ChannelStatus.tripped) return <StatusTag tone={tone}>{label}</StatusTag>;
  return (
    <StatusTag tone={tone} hint={<TrippedHint channel={channel} />}>
      {label}
    </StatusTag>
  );
}

function TrippedHint({ channel }: { channel: Channel }) {
  const { t } = useTranslation('area.admin-channels');
  const format = useFormat();
  const { reason, at } = readStatusInfo(channel);
  return (
    <span className="channels-tripped">
      <span>{t('channels.tripped.reason', { reason: reason ?? t('channels.tripped.unknown') })}</span>
      {at !== undefined && <span>{t('channels.tripped.time', { time: format.time(at) })}</span>}
    </span>
  );
}

const words: Record<number, string> = {
  [ChannelStatus.enabled]: 'enabled',
  [ChannelStatus.disabled]: 'disabled',
  [ChannelStatus.tripped]: 'tripped',
};

const tones: Record<number, StatusTone> = {
  [ChannelStatus.enabled]: 'success',
  [ChannelStatus.disabled]: 'neutral',
  [ChannelStatus.tripped]: 'danger',
};

import { useData } from '@tollgate/api-client';
import type { ExtensionProps } from '@tollgate/console-sdk';
import { ChannelStatus, getChannelHealth } from '@tollgate/contract';
import { StatusTag, type StatusTone } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';

/** A column of the usage log: whether the channel of a call serves calls at the moment. */
export function ChannelNow({ row, rows }: ExtensionProps<'logs.call-column/v1'>) {
  const { t } = useTranslation('area.admin-channels');
  const ids = [...new Set(rows.map(({ channelId }) => channelId).filter((id) => id > 0))].sort(
    (a, b) => a - b,
  );
  const query = { ids: ids.join(','), page_size: String(ids.length) };
  const { data, error } = useData(getChannelHealth, ids.length === 0 ? null : query);
  const channel = data?.items.find(({ id }) => id === row.channelId);
  if (!channel) {
    const isLoading = row.channelId > 0 && !data && error === undefined;
    return <span className="tg-muted">{isLoading ? '…' : '–'}</span>;
  }
  const [word, tone] = states[channel.status] ?? (['unknown', 'neutral'] as const);
  return <StatusTag tone={tone}>{t(`channels.status.${word}`)}</StatusTag>;
}

const states: Record<number, readonly [word: string, tone: StatusTone]> = {
  [ChannelStatus.enabled]: ['enabled', 'success'],
  [ChannelStatus.disabled]: ['disabled', 'neutral'],
  [ChannelStatus.tripped]: ['tripped', 'danger'],
};

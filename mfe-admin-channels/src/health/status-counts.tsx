import { ChannelStatus } from '@tollgate/contract';
import { useFormat } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import type { ChannelList } from '../channels/use-channel-list.ts';
import { useChannelCounts } from './channel-health.data.ts';
import './health.css';

/** How many channels are on, off and off by the gateway; each shows only those. */
export function StatusCounts({ list }: { list: ChannelList }) {
  const { t } = useTranslation('area.admin-channels');
  const format = useFormat();
  const counts = useChannelCounts();
  if (!counts) return null;
  const words = Object.keys(ChannelStatus) as (keyof typeof ChannelStatus)[];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame
    <div className="channels-counts" role="group" aria-label={t('health.counts')}>
      {words.map((word) => {
        const value = String(ChannelStatus[word]);
        const isOn = list.filters.status === value;
        return (
          <button
            key={word}
            type="button"
            className={`channels-count-${word}`}
            aria-pressed={isOn}
            disabled={counts[word] === 0 && !isOn}
            onClick={() => list.setFilters({ status: isOn ? '' : value })}
          >
            {t(`health.count.${word}`, { value: format.count(counts[word]) })}
          </button>
        );
      })}
    </div>
  );
}

import type { MarginRow } from '@tollgate/contract';
import { StatTile, StatTiles, useFormat } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { sumOf } from './margin.data.ts';

/** The sums of the period. Cost and margin are those of the calls whose cost is known. */
export function MarginTiles({ days }: { days: readonly MarginRow[] | undefined }) {
  const { t } = useTranslation('area.logs');
  const format = useFormat();
  const sum = days && sumOf(days);
  const shown = (value: string | undefined) => ({ value: value ?? '–', loading: !days });
  const share = sum?.share === undefined ? undefined : format.percent(sum.share);
  const known = sum && sum.revenue > 0 ? sum.knownRevenue / sum.revenue : undefined;
  // Nothing known is no margin of zero.
  const booked = days?.some(({ cost }) => cost !== null) ? sum : undefined;
  const knownHint = (part: number) =>
    part > 0 ? t('margin.known', { share: format.percent(part) }) : t('margin.none-known');
  return (
    <section className="margin-tiles" aria-label={t('margin.title')}>
      <StatTiles>
        <StatTile label={t('margin.revenue')} {...shown(sum && format.quota(sum.revenue))} />
        <StatTile
          label={t('margin.cost')}
          {...shown(booked && format.quota(booked.cost))}
          hint={known !== undefined && known < 1 && knownHint(known)}
        />
        <StatTile
          label={t('margin.margin')}
          tone={sum && sum.margin < 0 ? 'attention' : 'plain'}
          {...shown(booked && format.quota(booked.margin))}
          hint={share && t('margin.of-revenue', { share })}
        />
      </StatTiles>
    </section>
  );
}

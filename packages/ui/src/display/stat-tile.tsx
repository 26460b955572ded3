import { Skeleton } from '@arco-design/web-react';
import { IconArrowDown, IconArrowUp } from '@arco-design/web-react/icon';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './stat-tile.css';

export interface StatTileProps {
  label: ReactNode;
  /** Formatted, with its unit. */
  value: ReactNode;
  /** One line under the value. */
  hint?: ReactNode;
  icon?: ReactNode;
  /** The change since an earlier time; absent `good` says nothing about it. */
  trend?: { direction: 'up' | 'down'; text: string; good?: boolean } | undefined;
  /** `attention` is amber: money that needs attention. */
  tone?: 'plain' | 'attention';
  loading?: boolean;
  /** A small picture next to the value, such as a sparkline. */
  picture?: ReactNode;
}

/** One key figure with its name. */
export function StatTile({
  label,
  value,
  hint,
  icon,
  trend,
  tone = 'plain',
  loading,
  picture,
}: StatTileProps) {
  return (
    <dl className={`tg-stat-tile tg-stat-tile-${tone}`}>
      <dt>
        {icon && <span aria-hidden>{icon}</span>}
        {label}
      </dt>
      <dd className="tg-stat-tile-value tg-number">
        {loading ? (
          <Skeleton animation text={{ rows: 1, width: '60%' }} />
        ) : (
          <span className="tg-stat-tile-figure">{value}</span>
        )}
        {picture && <span className="tg-stat-tile-picture">{picture}</span>}
      </dd>
      {(hint || trend) && !loading && (
        <dd className="tg-stat-tile-hint">
          {trend && <Trend {...trend} />}
          {hint}
        </dd>
      )}
    </dl>
  );
}

/** Tiles in a row, as many as fit. */
export function StatTiles({ children }: { children: ReactNode }) {
  return <div className="tg-stat-tiles">{children}</div>;
}

function Trend({ direction, text, good }: NonNullable<StatTileProps['trend']>) {
  const { t } = useTranslation('common');
  return (
    <span
      className={`tg-stat-tile-trend tg-stat-tile-trend-${good === undefined ? 'plain' : good ? 'good' : 'bad'}`}
    >
      {direction === 'up' ? <IconArrowUp aria-hidden /> : <IconArrowDown aria-hidden />}
      <span aria-hidden>{text}</span>
      <span className="tg-visually-hidden">{t(`a11y.trend-${direction}`, { value: text })}</span>
    </span>
  );
}

import { Button } from '@arco-design/web-react';
import { IconDownload, IconList } from '@arco-design/web-react/icon';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveText } from '../display/save-text.ts';
import { EmptyState } from '../feedback/empty-state.tsx';
import { useFormat } from '../provider/use-format.ts';
import { ChartCanvas } from './chart-canvas.tsx';
import { chartCsv } from './chart-csv.ts';
import { ChartLegend } from './chart-legend.tsx';
import { ChartTable } from './chart-table.tsx';
import { foldSeries } from './fold-series.ts';
import type { ChartProps } from './types.ts';
import './chart.css';

/** A chart with its legend, its table and its CSV download. */
export function ChartView(props: ChartProps) {
  const { label, kind, categories, series, order, format, height = 280, step = 1 } = props;
  const { t } = useTranslation('common');
  const plain = useFormat().number;
  const [isTable, setTable] = useState(false);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const folded = useMemo(() => foldSeries(series, t('chart.other'), order), [series, order, t]);
  const shown = useMemo(() => folded.filter(({ name }) => !hidden.has(name)), [folded, hidden]);
  const read = format ?? plain;

  function toggle(name: string) {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    setHidden(next);
  }

  if (categories.length === 0 || series.length === 0) return <EmptyState title={t('chart.empty')} />;
  return (
    <section className="tg-chart" aria-label={label}>
      <div className="tg-chart-tools" data-part="chart-tools">
        <Button
          size="mini"
          type="text"
          icon={<IconList />}
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
        >
          {t('chart.as-table')}
        </Button>
        <Button
          size="mini"
          type="text"
          icon={<IconDownload />}
          onClick={() => saveText(`${label}.csv`, chartCsv(categories, series, step), 'text/csv')}
        >
          {t('chart.as-csv')}
        </Button>
      </div>
      {isTable ? (
        <ChartTable label={label} categories={categories} series={series} format={read} />
      ) : (
        <>
          <ChartCanvas {...{ label, kind, categories, height, shown, step }} format={read} />
          <ChartLegend series={folded} hidden={hidden} onToggle={toggle} />
        </>
      )}
    </section>
  );
}

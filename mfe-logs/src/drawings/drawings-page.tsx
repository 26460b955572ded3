import { download } from '@tollgate/api-client';
import { useArea } from '@tollgate/console-sdk';
import { type Drawing, exportDrawings, exportOwnDrawings } from '@tollgate/contract';
import { EmptyState, lazyOverlay, PageHeader, useFormat } from '@tollgate/ui/core';
import { DataTable, ExportButton, useListState } from '@tollgate/ui/data';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BarsAbove } from '../bars/bars-above.tsx';
import { latest } from '../shared/latest.ts';
import { RefreshButton } from '../shared/refresh-button.tsx';
import { toBounds, useTimeRange } from '../shared/use-time-range.ts';
import { WorkFilters } from '../shared/work-filters.tsx';
import { useDrawingColumns } from './drawing-columns.tsx';
import { useDrawingAction } from './drawing-labels.tsx';
import { MS_PER_SECOND, useDrawingBars, useDrawings } from './drawings.data.ts';
import { defaultTime, noFilters, toQuery } from './drawings-query.ts';

/** Midjourney drawings: progress, picture, and failure reason. */
export function DrawingsPage() {
  const { t } = useTranslation('area.logs');
  const { time } = useFormat();
  const isAdmin = useArea().can('admin');
  const list = useListState({ filters: noFilters });
  const range = useTimeRange(list.filters.time, defaultTime);
  const query = toQuery(list.filters, isAdmin);
  const source = useDrawings(query, range, list, isAdmin);
  const bars = useDrawingBars(query, { range, rows: source.data?.items }, isAdmin);
  const action = useDrawingAction();
  const [opened, setOpened] = useState<Drawing>();
  const columns = useDrawingColumns(isAdmin, setOpened);

  return (
    <>
      <PageHeader
        title={t('drawings.title')}
        description={t('drawings.intro')}
        actions={
          <>
            <RefreshButton sources={[source, bars]} />
            <ExportButton
              fetchFile={(format) =>
                download(isAdmin ? exportDrawings : exportOwnDrawings, {
                  ...query,
                  ...toBounds(range.read(), MS_PER_SECOND),
                  format,
                })
              }
            />
          </>
        }
      />
      <WorkFilters list={list} idName="mj_id" fallback={defaultTime} isAdmin={isAdmin} />
      <BarsAbove subject="drawings" bars={bars} list={list} />
      <DataTable<Drawing>
        label={t('drawings.title')}
        storageKey={isAdmin ? 'drawing-log-admin' : 'drawing-log'}
        source={source}
        list={list}
        rowKey={({ id }) => id}
        rowName={(drawing) =>
          t('shared.row', {
            what: action(drawing.action),
            time: time(Math.floor(drawing.submit_time / 1000)),
          })
        }
        columns={columns}
        onOpen={setOpened}
        empty={<EmptyState title={t('drawings.empty.title')} description={t('drawings.empty.hint')} />}
      />
      {opened && (
        <DrawingDialog drawing={latest(opened, source.data?.items)} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
}

const DrawingDialog = lazyOverlay(async () => (await import('./drawing-dialog.tsx')).DrawingDialog);

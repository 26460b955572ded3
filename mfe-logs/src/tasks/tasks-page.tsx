import { download } from '@tollgate/api-client';
import { useArea } from '@tollgate/console-sdk';
import { exportOwnTasks, exportTasks, type Task } from '@tollgate/contract';
import { EmptyState, lazyOverlay, PageHeader, useFormat } from '@tollgate/ui/core';
import { DataTable, ExportButton, useListState } from '@tollgate/ui/data';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BarsAbove } from '../bars/bars-above.tsx';
import { latest } from '../shared/latest.ts';
import { RefreshButton } from '../shared/refresh-button.tsx';
import { toBounds, useTimeRange } from '../shared/use-time-range.ts';
import { WorkFilters } from '../shared/work-filters.tsx';
import { useTaskColumns } from './task-columns.tsx';
import { useTaskAction } from './task-labels.tsx';
import { useTaskBars, useTasks } from './tasks.data.ts';
import { defaultTime, noFilters, toQuery } from './tasks-query.ts';

/** Asynchronous jobs of providers, such as songs: progress and failure reason. */
export function TasksPage() {
  const { t } = useTranslation('area.logs');
  const { time } = useFormat();
  const isAdmin = useArea().can('admin');
  const list = useListState({ filters: noFilters });
  const range = useTimeRange(list.filters.time, defaultTime);
  const query = toQuery(list.filters, isAdmin);
  const source = useTasks(query, range, list, isAdmin);
  const bars = useTaskBars(query, { range, rows: source.data?.items }, isAdmin);
  const action = useTaskAction();
  const [opened, setOpened] = useState<Task>();
  const [reason, setReason] = useState<string>();
  const columns = useTaskColumns(isAdmin, {
    onTask: setOpened,
    onReason: ({ fail_reason }) => setReason(fail_reason),
  });

  return (
    <>
      <PageHeader
        title={t('tasks.title')}
        description={t('tasks.intro')}
        actions={
          <>
            <RefreshButton sources={[source, bars]} />
            <ExportButton
              fetchFile={(format) =>
                download(isAdmin ? exportTasks : exportOwnTasks, {
                  ...query,
                  ...toBounds(range.read()),
                  format,
                })
              }
            />
          </>
        }
      />
      <WorkFilters list={list} idName="task_id" fallback={defaultTime} isAdmin={isAdmin} />
      <BarsAbove subject="tasks" bars={bars} list={list} />
      <DataTable<Task>
        label={t('tasks.title')}
        storageKey={isAdmin ? 'task-log-admin' : 'task-log'}
        source={source}
        list={list}
        rowKey={({ id }) => id}
        rowName={(task) => t('shared.row', { what: action(task.action), time: time(task.submit_time) })}
        columns={columns}
        onOpen={setOpened}
        empty={<EmptyState title={t('tasks.empty.title')} description={t('tasks.empty.hint')} />}
      />
      {opened && (
        <TaskDialog task={latest(opened, source.data?.items)} onClose={() => setOpened(undefined)} />
      )}
      {reason !== undefined && <ReasonDialog reason={reason} onClose={() => setReason(undefined)} />}
    </>
  );
}

const ReasonDialog = lazyOverlay(async () => (await import('./task-dialogs.tsx')).ReasonDialog);
const TaskDialog = lazyOverlay(async () => (await import('./task-dialogs.tsx')).TaskDialog);

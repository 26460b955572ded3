import { download } from '@tollgate/api-client';
import { useArea } from '@tollgate/console-sdk';
import { exportOwnTasks, exportTasks, type Task } from '@tollgate/contract';
import { EmptyState, PageHeader, useFormat } from '@tollgate/ui/core';
import { DataTable, ExportButton, useListState } from '@tollgate/ui/data';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WorkFilters } from '../shared/work-filters.tsx';
import { today } from '../shared/work-time.ts';
import { useTaskColumns } from './task-columns.tsx';
import { ReasonDialog, TaskDialog } from './task-dialogs.tsx';
import { useTaskAction } from './task-labels.tsx';
import { useTasks } from './tasks.data.ts';
import { noFilters, toQuery } from './tasks-query.ts';

/** Asynchronous jobs of providers, such as songs: progress and failure reason. */
export function TasksPage() {
  const { t } = useTranslation('area.logs');
  const { time } = useFormat();
  const isAdmin = useArea().can('admin');
  const list = useListState({ filters: noFilters });
  const [range] = useState(() => today(new Date()));
  const query = toQuery(list.filters, range, isAdmin);
  const source = useTasks(query, list, isAdmin);
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
          <ExportButton
            fetchFile={(format) => download(isAdmin ? exportTasks : exportOwnTasks, { ...query, format })}
          />
        }
      />
      <WorkFilters
        list={list}
        idName="task_id"
        fallback={range}
        isAdmin={isAdmin}
        onQuery={() => source.retry?.()}
      />
      <DataTable<Task>
        label={t('tasks.title')}
        storageKey={isAdmin ? 'task-log-admin' : 'task-log'}
        source={source}
        list={list}
        compact
        rowKey={({ id }) => id}
        rowName={(task) => t('shared.row', { what: action(task.action), time: time(task.submit_time) })}
        columns={columns}
        onOpen={setOpened}
        empty={<EmptyState title={t('tasks.empty.title')} description={t('tasks.empty.hint')} />}
      />
      {opened && <TaskDialog task={opened} onClose={() => setOpened(undefined)} />}
      {reason !== undefined && <ReasonDialog reason={reason} onClose={() => setReason(undefined)} />}
    </>
  );
}

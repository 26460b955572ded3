import type { Task } from '@tollgate/contract';
import type { DataColumn } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import { LongText } from '../shared/long-text.tsx';
import { useWorkColumns, type Work } from '../shared/work-columns.tsx';
import { TaskStatus, useTaskAction, useTaskPlatform } from './task-labels.tsx';

interface Opens {
  onTask: (task: Task) => void;
  onReason: (task: Task) => void;
}

/** The columns for everybody, and the channel for admins. Narrow windows lose the last, and keep why a task failed. */
export function useTaskColumns(isAdmin: boolean, { onTask, onReason }: Opens): DataColumn<Task>[] {
  const { t } = useTranslation('area.logs');
  const action = useTaskAction();
  const platform = useTaskPlatform();
  const work = useWorkColumns(readWork);
  return [
    work.submitted,
    ...(isAdmin ? [work.channel] : []),
    { key: 'action', title: t('shared.field.type'), mobile: 'title', render: (task) => action(task.action) },
    {
      key: 'status',
      title: t('shared.field.status'),
      mobile: 'fact',
      render: ({ status }) => <TaskStatus status={status} />,
    },
    work.progress,
    {
      key: 'fail_reason',
      title: t('shared.field.fail-reason'),
      render: (task) => <LongText text={task.fail_reason} onOpen={() => onReason(task)} />,
    },
    work.spent,
    { key: 'platform', title: t('tasks.field.platform'), render: (task) => platform(task.platform) },
    {
      key: 'task_id',
      title: t('shared.field.task-id'),
      render: (task) => <LongText mono text={task.task_id} onOpen={() => onTask(task)} />,
    },
    work.finished,
  ];
}

function readWork({ submit_time, finish_time, progress, status, channel_id }: Task): Work {
  return {
    submittedMs: submit_time * 1000,
    finishedMs: finish_time * 1000,
    progress,
    status,
    channelId: channel_id,
  };
}

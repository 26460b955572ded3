import type { Drawing } from '@tollgate/contract';
import { CopyText } from '@tollgate/ui/core';
import type { DataColumn } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import { LongText } from '../shared/long-text.tsx';
import { useWorkColumns, type Work } from '../shared/work-columns.tsx';
import { DrawingStatus, SubmitCode, useDrawingAction } from './drawing-labels.tsx';
import { PictureButton } from './picture-button.tsx';
import './drawings.css';

type Column = DataColumn<Drawing>;

/**
 * The columns for everybody, with the additional columns of admins. Narrow windows lose the last: why a drawing failed
 * stays longer than its identifiers.
 */
export function useDrawingColumns(isAdmin: boolean, onOpen: (drawing: Drawing) => void): Column[] {
  const { t } = useTranslation('area.logs');
  const action = useDrawingAction();
  const work = useWorkColumns(readWork);
  const text = (key: 'prompt' | 'prompt_en' | 'fail_reason', title: string): Column => ({
    key,
    title,
    render: (drawing) => (
      <LongText narrow={key !== 'fail_reason'} text={drawing[key]} onOpen={() => onOpen(drawing)} />
    ),
  });
  const code: Column = {
    key: 'code',
    title: t('drawings.field.code'),
    render: (drawing) => <SubmitCode code={drawing.code} />,
  };
  return [
    work.submitted,
    ...(isAdmin ? [work.channel] : []),
    { key: 'action', title: t('shared.field.type'), mobile: 'title', render: (row) => action(row.action) },
    {
      key: 'status',
      title: t('shared.field.status'),
      mobile: 'fact',
      render: ({ status }) => <DrawingStatus status={status} />,
    },
    work.progress,
    text('fail_reason', t('shared.field.fail-reason')),
    work.spent,
    {
      key: 'image_url',
      title: t('drawings.field.image'),
      render: (drawing) => <PictureButton drawing={drawing} onOpen={() => onOpen(drawing)} />,
    },
    text('prompt', t('drawings.field.prompt')),
    // The dialog shows it too; an admin has more columns than fit into 1280 px.
    { ...text('prompt_en', t('drawings.field.prompt-en')), optional: isAdmin },
    {
      key: 'mj_id',
      title: t('shared.field.task-id'),
      render: ({ mj_id }) =>
        mj_id && (
          <span className="drawings-id">
            <CopyText text={mj_id} what={t('shared.field.task-id')} />
          </span>
        ),
    },
    ...(isAdmin ? [code] : []),
  ];
}

function readWork({ submit_time, finish_time, progress, status, channel_id }: Drawing): Work {
  return { submittedMs: submit_time, finishedMs: finish_time, progress, status, channelId: channel_id };
}

import type { Drawing } from '@tollgate/contract';
import { CopyText, useFormat } from '@tollgate/ui/core';
import { Dialog } from '@tollgate/ui/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChannelMark } from '../shared/channel-mark.tsx';
import { DrawingStatus, useDrawingAction } from './drawing-labels.tsx';
import { Picture } from './picture.tsx';
import './drawings.css';

/** One drawing: its picture, its full prompt, and why it failed. */
export function DrawingDialog({ drawing, onClose }: { drawing: Drawing; onClose: () => void }) {
  const { t } = useTranslation('area.logs');
  const { time } = useFormat();
  const action = useDrawingAction();
  const { image_url, mj_id, prompt, prompt_en, fail_reason, channel_id, submit_time, finish_time } = drawing;
  return (
    <Dialog title={action(drawing.action)} width={720} onClose={onClose}>
      {image_url && <Picture url={image_url} prompt={prompt} />}
      <dl className="logs-facts">
        <Fact name={t('shared.field.status')}>
          <DrawingStatus status={drawing.status} />
        </Fact>
        {fail_reason && <Fact name={t('shared.field.fail-reason')}>{fail_reason}</Fact>}
        {prompt && <Fact name={t('drawings.field.prompt')}>{prompt}</Fact>}
        {prompt_en && prompt_en !== prompt && <Fact name={t('drawings.field.prompt-en')}>{prompt_en}</Fact>}
        {mj_id && (
          <Fact name={t('shared.field.task-id')}>
            <CopyText text={mj_id} what={t('shared.field.task-id')} />
          </Fact>
        )}
        {channel_id > 0 && (
          <Fact name={t('shared.field.channel')}>
            <ChannelMark id={channel_id} />
          </Fact>
        )}
        <Fact name={t('shared.field.submitted')}>{time(Math.floor(submit_time / 1000))}</Fact>
        {finish_time > 0 && (
          <Fact name={t('shared.field.finished')}>{time(Math.floor(finish_time / 1000))}</Fact>
        )}
      </dl>
    </Dialog>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

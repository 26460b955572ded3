import type { Task } from '@tollgate/contract';
import { CodeSample, CopyText } from '@tollgate/ui/core';
import { Dialog } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import '../shared/work.css';

/** The whole record, as received from the server. */
export function TaskDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const { t } = useTranslation('area.logs');
  return (
    <Dialog title={t('tasks.dialog.title')} width={640} onClose={onClose}>
      {task.fail_reason && <p className="logs-reason logs-reason-failed">{task.fail_reason}</p>}
      <CodeSample label={t('tasks.dialog.json')} text={JSON.stringify(task, undefined, 2)} />
    </Dialog>
  );
}

/** The full failure reason, with a copy button. */
export function ReasonDialog({ reason, onClose }: { reason: string; onClose: () => void }) {
  const { t } = useTranslation('area.logs');
  return (
    <Dialog title={t('shared.field.fail-reason')} width={520} onClose={onClose}>
      <p className="logs-reason">{reason}</p>
      <CopyText text={reason} what={t('shared.field.fail-reason')} mono={false}>
        {t('shared.copy')}
      </CopyText>
    </Dialog>
  );
}

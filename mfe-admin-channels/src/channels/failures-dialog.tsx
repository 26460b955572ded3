import { useErrorMessage } from '@tollgate/i18n';
import { Dialog } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { ConnectionCode, connectionCodeOf } from '../health/connection-code.tsx';
import './failures-dialog.css';

export interface FailedChannel {
  id: number;
  name: string;
  error: unknown;
}

/** The channels that failed in a run, each with its reason. */
export function FailuresDialog({
  failures,
  onClose,
}: {
  failures: readonly FailedChannel[];
  onClose: () => void;
}) {
  const { t } = useTranslation('area.admin-channels');
  const errorMessage = useErrorMessage();
  return (
    <Dialog title={t('channels.run.failed-title')} width={640} onClose={onClose}>
      <dl className="channels-failures">
        {failures.map(({ id, name, error }) => (
          <div key={id}>
            <dt>
              {name} <small className="channels-failure-id">{id}</small>
            </dt>
            <dd>
              {errorMessage(error)}
              <ConnectionCode code={connectionCodeOf(error)} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

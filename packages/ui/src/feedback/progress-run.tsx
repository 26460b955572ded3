import { Button } from '@arco-design/web-react';
import { useErrorMessage } from '@tollgate/i18n';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../provider/use-format.ts';
import type { ProgressState } from './use-progress-run.ts';
import './progress-run.css';

export interface ProgressRunProps {
  /** The current job: "Testing channels". */
  title: string;
  /** The result of `useProgressRun`. */
  run: ProgressState;
  /** Next steps, such as a button that lists what failed. */
  children?: ReactNode;
}

/** Progress of a long job, with a stop button; the result stays until the next one begins. */
export function ProgressRun({ title, run, children }: ProgressRunProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const errorMessage = useErrorMessage();
  const { phase, progress, error } = run;
  if (phase === 'idle') return null;

  const values = { done: format.number(progress.done), total: format.number(progress.total) };
  const isKnown = progress.total > 0;
  return (
    <section className={`tg-progress-run tg-progress-run-${phase}`} aria-label={title}>
      <div className="tg-progress-run-head">
        <strong>{title}</strong>
        <span className="tg-number" role="status">
          {phase === 'failed' ? errorMessage(error) : t(`progress.${phase}`, values)}
          {progress.failed
            ? ` · ${t('progress.failed-some', { value: format.number(progress.failed) })}`
            : ''}
        </span>
        {children}
        {phase === 'running' && (
          <Button size="small" onClick={run.stop}>
            {t('progress.stop')}
          </Button>
        )}
      </div>
      {(isKnown || phase === 'running') && (
        <progress aria-label={title} {...(isKnown && { value: progress.done, max: progress.total })} />
      )}
    </section>
  );
}

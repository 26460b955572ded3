import { Button } from '@arco-design/web-react';
import { useErrorMessage } from '@tollgate/i18n';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../provider/use-format.ts';
import type { ProgressState } from './use-progress-run.ts';
import './progress-run.css';

export interface ProgressRunProps {
  /** What is being done: "Testing channels". */
  title: string;
  /** What `useProgressRun` answers. */
  run: ProgressState;
  /** The work goes on elsewhere and is only watched here: there is nothing to stop. */
  isWatched?: boolean;
}

/** How far a long work is, with a way to stop it; how it ended stays until the next one begins. */
export function ProgressRun({ title, run, isWatched = false }: ProgressRunProps) {
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
        {phase === 'running' && !isWatched && (
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

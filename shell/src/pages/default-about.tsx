import { versionLabel } from '@tollgate/contract';
import { useFormat } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { useStatus } from '../status/status-context.ts';
import { useSystemName } from '../status/use-system-name.ts';
import './default-about.css';

/** What this site is, its version, and since when it runs. */
export function DefaultAbout() {
  const { t } = useTranslation('shell');
  const { version, start_time: startedAt } = useStatus();
  const name = useSystemName();
  const format = useFormat();
  return (
    <article className="sh-page sh-about">
      <h1>{t('about.heading', { name })}</h1>
      <p>{t('about.lead', { name })}</p>
      <p className="sh-about-note">{t('about.empty')}</p>
      <dl className="sh-about-facts">
        <dt>{t('about.version')}</dt>
        <dd className="tg-mono">{versionLabel(version)}</dd>
        <dt>{t('about.started')}</dt>
        <dd className="tg-number">{format.time(startedAt)}</dd>
      </dl>
    </article>
  );
}

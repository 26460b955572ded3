import { type ExtensionProps, useArea } from '@tollgate/console-sdk';
import { EmptyState, ErrorState, Skeleton } from '@tollgate/ui/core';
import { Link } from '@tollgate/ui/router';
import { useTranslation } from 'react-i18next';
import { LimitUse } from './limit-use.tsx';
import { useLimits } from './limits.data.ts';
import { useLimitText } from './use-limit-text.ts';
import './limits.css';

const MOST = 20;

/** A tab of the system settings: the limits that hold for everybody, and where limits are set. */
export function LimitsPanel(_props: ExtensionProps<'admin-settings.panel/v1'>) {
  const { t } = useTranslation('area.user');
  const { links } = useArea();
  const text = useLimitText();
  const { data, error, mutate } = useLimits({ scope: 'everybody', p: 1, page_size: MOST });
  return (
    <section className="limits-panel" aria-labelledby="limits-panel">
      <h2 id="limits-panel">{t('limits.panel.title')}</h2>
      <p className="tg-muted">
        {t('limits.panel.intro')} <Link to={links.to('user.limits')}>{t('limits.panel.set')}</Link>
      </p>
      {!data && error === undefined && <Skeleton animation text={{ rows: 3, width: '100%' }} />}
      {!data && error !== undefined && (
        <ErrorState title={t('limits.panel.failed')} error={error} onRetry={() => mutate()} />
      )}
      {data?.items.length === 0 && <EmptyState title={t('limits.panel.empty')} />}
      {data && data.items.length > 0 && (
        <ul>
          {data.items.map((rule) => (
            <li key={rule.id}>
              <div className="limits-rule">
                {rule.name !== '' && <strong>{rule.name}</strong>}
                <span>{text.sentence(rule)}</span>
              </div>
              <LimitUse rule={rule} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

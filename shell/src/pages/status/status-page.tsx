import { useData } from '@tollgate/api-client';
import { getStatusPage, type Incident, Role } from '@tollgate/contract';
import { Button, ErrorState, lazyOverlay, PageHeader, Skeleton, TimeAgo } from '@tollgate/ui/core';
import { useState } from 'react';
import { useSession } from '../../session/use-session.ts';
import { useStatus } from '../../status/status-context.ts';
import { useSystemName } from '../../status/use-system-name.ts';
import { NotFoundPage } from '../not-found-page.tsx';
import { Incidents } from './incidents.tsx';
import { ModelRows } from './model-rows.tsx';
import { Overall } from './overall.tsx';
import { useStatusText } from './use-status-text.ts';
import './status-page.css';

/** The gateway keeps its answer for half a minute. */
const REFRESH_MS = 60_000;

const IncidentDrawer = lazyOverlay(async () => (await import('./incident-drawer.tsx')).IncidentDrawer);

/** How models serve, for everybody. Administrators report incidents here. */
export function StatusPage() {
  return useStatus().status_page_enabled ? <Shown /> : <NotFoundPage />;
}

function Shown() {
  const { t } = useStatusText();
  const name = useSystemName();
  const { user } = useSession();
  const { data, error, mutate } = useData(getStatusPage, {}, { refreshInterval: REFRESH_MS });
  const [edited, setEdited] = useState<Incident | 'new'>();
  const isAdmin = (user?.role ?? 0) >= Role.admin;

  return (
    <div className="sh-page sh-status">
      <PageHeader
        title={t('title', { name })}
        description={
          data && (
            <>
              {t('updated')} <TimeAgo at={data.updated_at} />
            </>
          )
        }
        actions={isAdmin && <Button onClick={() => setEdited('new')}>{t('report')}</Button>}
      />
      {error && !data && <ErrorState error={error} onRetry={() => void mutate()} />}
      {!data && !error && <Skeleton animation text={{ rows: 8 }} />}
      {data && (
        <>
          <Overall page={data} />
          <Incidents incidents={data.incidents} onEdit={isAdmin ? setEdited : undefined} />
          <ModelRows models={data.models} />
        </>
      )}
      {edited && (
        <IncidentDrawer
          incident={edited === 'new' ? undefined : edited}
          models={data?.models.map(({ model }) => model) ?? []}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  );
}

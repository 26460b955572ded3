import type { Incident } from '@tollgate/contract';
import { Button, TimeAgo } from '@tollgate/ui/core';
import { IconEdit } from '@tollgate/ui/icons';
import { useStatusText } from './use-status-text.ts';

interface Props {
  incidents: readonly Incident[];
  /** Only for administrators. */
  onEdit?: ((incident: Incident) => void) | undefined;
}

/** What administrators wrote, the newest first. */
export function Incidents({ incidents, onEdit }: Props) {
  const { t } = useStatusText();
  if (incidents.length === 0) return null;
  return (
    <section className="sh-incidents">
      <h2>{t('incidents')}</h2>
      <ul>
        {incidents.map((incident) => (
          <li key={incident.id} data-state={incident.state}>
            <div className="sh-incident-top">
              <h3>{incident.title}</h3>
              <span className="sh-incident-state">{t(`state.${incident.state}`)}</span>
              {onEdit && (
                <Button
                  size="small"
                  type="text"
                  icon={<IconEdit />}
                  aria-label={t('edit', { title: incident.title })}
                  onClick={() => onEdit(incident)}
                />
              )}
            </div>
            {incident.text && <p className="sh-incident-text">{incident.text}</p>}
            <p className="sh-incident-facts">
              <span>
                {t('since')} <TimeAgo at={incident.started_at} />
              </span>
              {incident.resolved_at > 0 && (
                <span>
                  {t('state.resolved')} <TimeAgo at={incident.resolved_at} />
                </span>
              )}
              <span>
                {incident.models.length === 0
                  ? t('all-models')
                  : t('affected', { models: incident.models.join(', ') })}
              </span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { ErrorState, Skeleton } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { operationSections } from './operation-sections.ts';
import { useOptions } from './options.data.ts';
import { SettingsSection } from './settings-section.tsx';
import { useUnsaved } from './use-unsaved.ts';

/** How the gateway is run: display, modes, what accounts get, when channels are set aside. */
export function OperationTab() {
  const { t } = useTranslation('area.admin-settings');
  const options = useOptions();
  const noteUnsaved = useUnsaved();
  const { data, error, mutate } = options;

  if (!data && error) {
    return <ErrorState title={t('settings.failed')} error={error} onRetry={() => mutate()} />;
  }
  if (!data) return <Loading />;
  return (
    <div className="settings-sections">
      {operationSections.map((section) => (
        <SettingsSection
          key={section.id}
          section={section}
          rows={data}
          reload={() => mutate()}
          onUnsaved={noteUnsaved}
        />
      ))}
    </div>
  );
}

/** The shape of what comes: sections of fields. */
function Loading() {
  const { t } = useTranslation('common');
  return (
    <div className="settings-sections" role="status" aria-label={t('a11y.loading')}>
      {operationSections.map(({ id, fields }) => (
        <div key={id} className="settings-section">
          <Skeleton animation text={{ rows: fields.length, width: '100%' }} />
        </div>
      ))}
    </div>
  );
}

import { useAction } from '@tollgate/api-client';
import { checkForUpdates, type UpdateCheck as Found, versionLabel } from '@tollgate/contract';
import { useErrorMessage } from '@tollgate/i18n';
import { Alert, Button, MarkdownView } from '@tollgate/ui/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Reads the release feed on request only: the gateway never contacts it automatically. */
export function UpdateCheck() {
  const { t } = useTranslation('area.admin-settings');
  const errorMessage = useErrorMessage();
  const { run, pending } = useAction(checkForUpdates);
  const [found, setFound] = useState<Found>();
  const [failure, setFailure] = useState<string>();

  async function check() {
    setFound(undefined);
    setFailure(undefined);
    await run({}).then(setFound, (error: unknown) => setFailure(errorMessage(error)));
  }
  return (
    <div className="settings-update">
      <Button loading={pending} onClick={() => void check()}>
        {t('settings.update.button')}
      </Button>
      {failure && <Alert type="error" content={failure} />}
      {found && <Release found={found} />}
    </div>
  );
}

/** The latest release and its notes. */
function Release({ found: { current, latest, is_newer, notes, link } }: { found: Found }) {
  const { t } = useTranslation('area.admin-settings');
  const versions = { current: versionLabel(current), latest: versionLabel(latest) };
  if (!is_newer) return <Alert type="success" content={t('settings.update.none', versions)} />;
  return (
    <>
      <Alert type="info" content={t('settings.update.newer', versions)} />
      {notes && (
        <section className="settings-update-notes" aria-label={t('settings.update.notes', versions)}>
          <MarkdownView source={notes} headingLevel={4} />
        </section>
      )}
      {link && (
        <a href={link} target="_blank" rel="noreferrer">
          {t('settings.update.link', versions)}
        </a>
      )}
    </>
  );
}

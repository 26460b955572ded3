import { Button } from '@tollgate/ui/core';
import { FormFailure } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import type { SaveBarState } from './use-save-bar.ts';

/** Appears at the bottom of the window while something is unsaved. */
export function SaveBar({
  bar: { count, pending, failure, save, discard, takeTheirs },
}: {
  bar: SaveBarState;
}) {
  const { t } = useTranslation('area.admin-settings');
  if (count === 0 && !pending && !failure) return null;
  return (
    <section className="settings-save-bar" aria-label={t('settings.save.bar')}>
      {failure && (
        <FormFailure
          className="settings-failure"
          sentence={failure.sentence}
          isAtField={failure.isAtField ?? false}
        />
      )}
      <div className="settings-actions">
        <span className="settings-unsaved" role="status">
          {t('settings.save.unsaved', { count })}
        </span>
        <Button disabled={pending} onClick={discard}>
          {t('settings.save.discard')}
        </Button>
        {failure?.takeTheirs && (
          <Button disabled={pending} onClick={takeTheirs}>
            {t('settings.save.take')}
          </Button>
        )}
        <Button type="primary" loading={pending} onClick={() => void save()}>
          {t(failure?.takeTheirs ? 'settings.save.replace' : 'settings.save.button')}
        </Button>
      </div>
    </section>
  );
}

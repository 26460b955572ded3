import { useAction } from '@tollgate/api-client';
import { cleanLogs } from '@tollgate/contract';
import { Button, confirm, lazyOverlay, useFormat, useToast } from '@tollgate/ui/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Calendars are a twelfth of this page, and nothing else of it has one. */
const CleanerTime = lazyOverlay(async () => (await import('./cleaner-time.tsx')).CleanerTime);

/** Deletes the usage log up to a time, by default a month ago. */
export function LogCleaner() {
  const { t } = useTranslation('area.admin-settings');
  const format = useFormat();
  const toast = useToast();
  const { run, pending } = useAction(cleanLogs);
  const [before, setBefore] = useState<number | undefined>(aMonthAgo);
  const id = useId();

  async function clean() {
    if (before === undefined) return toast.warning(t('settings.cleaner.needs-time'));
    const isMeant = await confirm({
      danger: true,
      title: t('settings.cleaner.title', { time: format.time(before) }),
      content: t('settings.cleaner.content'),
      okText: t('settings.cleaner.ok'),
    });
    if (!isMeant) return undefined;
    try {
      const count = await run({ target_timestamp: before });
      return toast.success(t('settings.cleaner.done', { count }));
    } catch (error) {
      return toast.error(error);
    }
  }

  return (
    <div className="settings-field settings-cleaner">
      <label htmlFor={id}>{t('settings.cleaner.label')}</label>
      <div className="tg-control-row">
        <div className="settings-cleaner-time">
          <CleanerTime
            id={id}
            label={t('settings.cleaner.label')}
            {...(before !== undefined && { value: before })}
            onChange={setBefore}
          />
        </div>
        <Button loading={pending} onClick={() => void clean()}>
          {t('settings.cleaner.button')}
        </Button>
      </div>
    </div>
  );
}

function aMonthAgo(): number {
  const moment = new Date();
  moment.setMonth(moment.getMonth() - 1);
  return Math.floor(moment.getTime() / 1000);
}

import type { LimitUse } from '@tollgate/contract';
import { LimitList } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import { useCloseLimits } from './limits.data.ts';
import { useLimitText } from './use-limit-text.ts';

/** Who has used most of a limit, the fullest first; hidden when no window is close. */
export function CloseLimits() {
  const { t } = useTranslation('area.user');
  const text = useLimitText();
  const { data = [] } = useCloseLimits();
  if (data.length === 0) return null;
  const items = data.map((use) => ({
    ...use,
    key: `${use.id} ${use.subject}`,
    whose: whoseOf(use),
  }));

  function whoseOf({ scope, scope_id, subject, subject_name }: LimitUse): string {
    if (scope === 'everybody') return t('limits.scope.everybody');
    return text.scope({ scope, scope_id: subject_name || subject || scope_id });
  }

  return (
    <section className="limits-close" aria-labelledby="limits-close">
      <h2 id="limits-close">{t('limits.close.title')}</h2>
      <LimitList label={t('limits.close.title')} items={items} />
    </section>
  );
}

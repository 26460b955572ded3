import { EACH, type LimitRule } from '@tollgate/contract';
import { UseBar } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { useLimitWindows } from './limits.data.ts';
import { useLimitText } from './use-limit-text.ts';

/** The window of a rule that counts now; of a rule for each, the fullest. */
export function LimitUse({ rule }: { rule: LimitRule }) {
  const { t } = useTranslation('area.user');
  const text = useLimitText();
  const { data } = useLimitWindows(rule.id);
  const current = (data ?? []).filter(({ is_current }) => is_current);
  const [fullest] = current.toSorted((a, b) => b.spent + b.held - (a.spent + a.held));
  if (!fullest) return <span className="tg-muted">{t('limits.unused')}</span>;
  const used = text.amount(rule, fullest.spent + fullest.held);
  const shown =
    rule.scope_id === EACH
      ? t('limits.fullest', { used, subject: fullest.subject_name || fullest.subject })
      : used;
  return (
    <div className="limits-use">
      <UseBar label={t('limits.field.use')} {...fullest} amount={rule.amount} />
      <span className="tg-muted">{shown}</span>
    </div>
  );
}

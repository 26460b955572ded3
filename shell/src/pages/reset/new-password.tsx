import { Button, useCopy } from '@tollgate/ui/core';
import { IconCheck, IconCopy } from '@tollgate/ui/icons';
import { Link } from '@tollgate/ui/router';
import { EntryCard } from '../entry/entry-card.tsx';
import { useEntryText } from '../entry/use-entry-text.ts';

/** The new password, which is shown only once. */
export function NewPassword({ password }: { password: string }) {
  const { t } = useEntryText();
  const { copied, copy } = useCopy();
  return (
    <EntryCard heading={t('reset.done-heading')} lead={t('reset.done-lead')}>
      <div className="sh-base-url-field">
        <code>{password}</code>
        <Button
          type="text"
          icon={copied ? <IconCheck /> : <IconCopy />}
          aria-label={t('reset.copy')}
          onClick={() => copy(password)}
        />
      </div>
      <Link className="sh-button sh-button-primary sh-entry-submit" to="/login">
        {t('reset.to-login')}
      </Link>
    </EntryCard>
  );
}

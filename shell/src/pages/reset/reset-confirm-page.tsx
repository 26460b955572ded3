import { useAction } from '@tollgate/api-client';
import { resetPassword } from '@tollgate/contract';
import { useErrorMessage } from '@tollgate/i18n';
import { Button, useCopy } from '@tollgate/ui/core';
import { Link, useSearchParams } from '@tollgate/ui/router';
import { useState } from 'react';
import { EntryCard } from '../entry/entry-card.tsx';
import { useEntryText } from '../entry/use-entry-text.ts';
import { NewPassword } from './new-password.tsx';

/**
 * Target of the mailed link. A button press uses the link, not opening the page: mail programs open links
 * automatically, and the link works once.
 */
export function ResetConfirmPage() {
  const { t } = useEntryText();
  const errorMessage = useErrorMessage();
  const [query] = useSearchParams();
  const { run, pending } = useAction(resetPassword);
  const { copy } = useCopy(t('reset.copied'));
  const [password, setPassword] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const email = query.get('email') ?? '';
  const token = query.get('token') ?? '';
  const again = <Link to="/reset">{t('reset.again')}</Link>;

  async function confirm() {
    setProblem(undefined);
    try {
      const fresh = await run({ email, token });
      setPassword(fresh);
      void copy(fresh);
    } catch (error) {
      setProblem(errorMessage(error));
    }
  }

  if (password) return <NewPassword password={password} />;
  if (!email || !token) {
    return (
      <EntryCard heading={t('reset.confirm-heading')} foot={again}>
        <p className="sh-problem" role="alert">
          {t('reset.incomplete')}
        </p>
      </EntryCard>
    );
  }
  return (
    <EntryCard
      heading={t('reset.confirm-heading')}
      lead={t('reset.confirm-lead', { email })}
      foot={problem && again}
    >
      {problem && (
        <p className="sh-problem" role="alert">
          {problem}
        </p>
      )}
      <Button type="primary" size="large" long loading={pending} onClick={() => void confirm()}>
        {t('reset.confirm')}
      </Button>
    </EntryCard>
  );
}

import { callField, fieldOf, useErrorMessage } from '@tollgate/i18n';
import { Button, useFormat, useToast } from '@tollgate/ui/core';
import { Input } from '@tollgate/ui/form';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRedeem, useStatus } from './wallet.data.ts';

/** Redeems a code. */
export function RedeemPanel() {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  const toast = useToast();
  const errorMessage = useErrorMessage();
  const { run, pending } = useRedeem();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const id = useId();

  async function redeem(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    if (code.trim() === '') return refuse(t('wallet.redeem.required'));
    setProblem(undefined);
    try {
      const units = await run({ key: code.trim() });
      setCode('');
      toast.success(t('wallet.redeem.done', { value: format.quota(units) }));
    } catch (error) {
      const label = fieldOf(error) === 'key' ? t('wallet.redeem.code') : undefined;
      refuse(errorMessage(callField(error, label)));
    }
  }

  /** Puts the cursor where the code is corrected. */
  function refuse(sentence: string) {
    setProblem(sentence);
    document.getElementById(id)?.focus();
  }

  return (
    <section className="wallet-panel" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t('wallet.redeem.title')}</h2>
      <form className="wallet-redeem" onSubmit={redeem} noValidate>
        <label htmlFor={id}>{t('wallet.redeem.code')}</label>
        <div className="tg-control-row">
          <Input
            id={id}
            value={code}
            error={problem !== undefined}
            aria-invalid={problem !== undefined}
            aria-describedby={`${id}-problem`}
            autoComplete="off"
            spellCheck={false}
            className="tg-mono"
            onChange={setCode}
          />
          <Button htmlType="submit" loading={pending}>
            {t('wallet.redeem.submit')}
          </Button>
        </div>
        <div id={`${id}-problem`} role="alert" className="tg-control-error">
          {problem}
        </div>
      </form>
      <TopUpLink />
    </section>
  );
}

/** Link to the shop for codes, if the site has one. */
function TopUpLink() {
  const { t } = useTranslation('area.user');
  const { data: status } = useStatus();
  const link = status?.top_up_link ?? '';
  if (!/^https?:\/\//i.test(link)) return <p className="tg-muted">{t('wallet.link-missing')}</p>;
  return (
    <p>
      <a href={link} target="_blank" rel="noopener noreferrer">
        {t('wallet.link')}
      </a>
    </p>
  );
}

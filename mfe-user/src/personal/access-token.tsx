import type { AccessToken } from '@tollgate/contract';
import { Button, ConfirmAction, TimeAgo, useToast, writeToClipboard } from '@tollgate/ui/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccessTokenDialog } from './access-token-dialog.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { useAccessToken, useRevokeAccessToken } from './personal.data.ts';

/** The system access token: its metadata, a dialog that creates one and shows it once, and a button that revokes it. */
export function AccessTokenRow() {
  const { t } = useTranslation('area.user');
  const { data: token } = useAccessToken();
  const revoke = useRevokeAccessToken();
  const toast = useToast();
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string>();

  /** The token is copied at once; when the browser refuses, the dialog offers manual copying. */
  async function show(created: string) {
    setSecret(created);
    await writeToClipboard(created).then(
      () => toast.success(t('personal.token.copied')),
      () => {},
    );
  }
  return (
    <>
      <span className="personal-row-words">
        <strong>{t('personal.token.title')}</strong>
        <span className="tg-muted">{t('personal.token.hint')}</span>
        {token && <Facts token={token} />}
        {token === null && <span className="tg-muted">{t('personal.token.none')}</span>}
      </span>
      {token && (
        <ConfirmAction
          size="small"
          danger
          title={t('personal.token.revoke-confirm')}
          content={t('personal.token.revoke-content')}
          okText={t('personal.token.revoke')}
          done={t('personal.token.revoked')}
          onConfirm={() => revoke({})}
        >
          {t('personal.token.revoke')}
        </ConfirmAction>
      )}
      <Button size="small" onClick={() => setCreating(true)}>
        {t(token ? 'personal.token.replace' : 'personal.token.create')}
      </Button>
      {isCreating && (
        <AccessTokenDialog isReplacing={Boolean(token)} onCreated={show} onClose={() => setCreating(false)} />
      )}
      {secret && <NewTokenDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}

function Facts({ token: { name, created_at, last_used_at, expires_at } }: { token: AccessToken }) {
  const { t } = useTranslation('area.user');
  const isExpired = expires_at !== null && expires_at * 1000 <= Date.now();
  return (
    <>
      <span>{name || t('personal.token.unnamed')}</span>
      <span className="personal-token-facts tg-muted">
        <span>
          {t('personal.token.created')} <TimeAgo at={created_at} never={t('personal.token.unknown')} />
        </span>
        <span>
          {t('personal.token.used')} <TimeAgo at={last_used_at} never={t('personal.token.unused')} />
        </span>
        <span>
          {t(isExpired ? 'personal.token.expired' : 'personal.token.expires')}{' '}
          <TimeAgo at={expires_at} never={t('personal.token.never')} />
        </span>
      </span>
    </>
  );
}

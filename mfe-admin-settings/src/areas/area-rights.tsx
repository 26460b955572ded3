import { Alert, Button, ConfirmAction, CopyText, ErrorState, TimeAgo } from '@tollgate/ui/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AreaMember, type DeployToken, useAreaRights, useRightsOf } from './area-rights.data.ts';
import { Ends } from './ends.tsx';
import { MemberDialog } from './member-dialog.tsx';
import { TokenDialog } from './token-dialog.tsx';

/** Who may publish, release or watch this area besides administrators: users, and programs with a deploy token. */
export function AreaRights({ areaId }: { areaId: string }) {
  const { t } = useTranslation('area.admin-settings');
  const { members, tokens, error, retry } = useRightsOf(areaId);
  const [dialog, setDialog] = useState<'member' | 'token'>();
  const [secret, setSecret] = useState<string>();
  return (
    <section className="areas-part" aria-labelledby="areas-rights">
      <h2 id="areas-rights">{t('areas.rights.title')}</h2>
      {error !== undefined && <ErrorState title={t('areas.rights.failed')} error={error} onRetry={retry} />}
      {secret && (
        <Alert
          className="areas-alert"
          type="success"
          content={
            <>
              {t('areas.rights.secret')} <CopyText text={secret} what={t('areas.rights.token')} />
            </>
          }
        />
      )}
      {members?.length === 0 && tokens?.length === 0 && <p className="tg-muted">{t('areas.rights.none')}</p>}
      <ul className="areas-rules areas-rights">
        {members?.map((member) => (
          <Member key={member.user_id} areaId={areaId} member={member} />
        ))}
        {tokens?.map((token) => (
          <Token key={token.id} token={token} />
        ))}
      </ul>
      <div className="areas-buttons">
        <Button size="small" onClick={() => setDialog('member')}>
          {t('areas.rights.add-member')}
        </Button>
        <Button size="small" onClick={() => setDialog('token')}>
          {t('areas.rights.add-token')}
        </Button>
      </div>
      {dialog === 'member' && <MemberDialog areaId={areaId} onClose={() => setDialog(undefined)} />}
      {dialog === 'token' && (
        <TokenDialog areaId={areaId} onMade={setSecret} onClose={() => setDialog(undefined)} />
      )}
    </section>
  );
}

function Member({ areaId, member }: { areaId: string; member: AreaMember }) {
  const { t } = useTranslation('area.admin-settings');
  const { removeMember } = useAreaRights();
  const { user_id, username, rights } = member;
  return (
    <li>
      <div>
        <strong>{username || t('areas.who.user', { id: user_id })}</strong>
        <span className="tg-muted">{t('areas.who.user', { id: user_id })}</span>
      </div>
      <Rights rights={rights} />
      <ConfirmAction
        size="small"
        title={t('areas.rights.remove-title', { name: username })}
        content={t('areas.rights.remove-text')}
        okText={t('areas.rights.remove')}
        onConfirm={() => removeMember({ id: areaId, user_id })}
        done={t('areas.rights.removed')}
      >
        {t('areas.rights.remove')}
      </ConfirmAction>
    </li>
  );
}

function Token({ token }: { token: DeployToken }) {
  const { t } = useTranslation('area.admin-settings');
  const { revokeToken } = useAreaRights();
  const { id, name, rights, expires_at, used_at } = token;
  return (
    <li>
      <div>
        <strong>{t('areas.rights.token-name', { name })}</strong>
        <span className="tg-muted">
          <Ends at={expires_at} /> · {t('areas.rights.used')}{' '}
          <TimeAgo at={used_at} never={t('areas.rights.unused')} />
        </span>
      </div>
      <Rights rights={rights} />
      <ConfirmAction
        size="small"
        danger
        title={t('areas.rights.revoke-title', { name })}
        content={t('areas.rights.revoke-text')}
        okText={t('areas.rights.revoke')}
        onConfirm={() => revokeToken({ id })}
        done={t('areas.rights.revoked')}
      >
        {t('areas.rights.revoke')}
      </ConfirmAction>
    </li>
  );
}

function Rights({ rights }: { rights: readonly string[] }) {
  const { t } = useTranslation('area.admin-settings');
  return <span>{rights.map((right) => t(`areas.rights.right.${right}`)).join(', ')}</span>;
}

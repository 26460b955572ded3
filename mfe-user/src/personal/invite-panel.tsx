import type { User } from '@tollgate/contract';
import { Button, Skeleton, useCopy, useFormat } from '@tollgate/ui/core';
import { Input } from '@tollgate/ui/form';
import { IconCopy } from '@tollgate/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from './panel.tsx';
import { useInviteCode } from './personal.data.ts';
import { TransferDialog } from './transfer-dialog.tsx';

/** The user's invitation link, and its earnings. */
export function InvitePanel({ user }: { user: User | undefined }) {
  const { t } = useTranslation('area.user');
  const [isMoving, setMoving] = useState(false);
  return (
    <Panel
      title={t('personal.invite.title')}
      hint={t('personal.invite.hint')}
      actions={
        <Button disabled={!user || user.aff_quota <= 0} onClick={() => setMoving(true)}>
          {t('personal.invite.transfer')}
        </Button>
      }
    >
      <InviteLink />
      {user ? <Earnings user={user} /> : <Skeleton animation text={{ rows: 3 }} />}
      {user && isMoving && <TransferDialog earnings={user.aff_quota} onClose={() => setMoving(false)} />}
    </Panel>
  );
}

function InviteLink() {
  const { t } = useTranslation('area.user');
  const { copy } = useCopy(t('personal.invite.copied'));
  const { data: code } = useInviteCode();
  const link = code ? `${window.location.origin}/register?aff=${encodeURIComponent(code)}` : '';
  return (
    <div className="personal-link">
      <Input readOnly value={link} aria-label={t('personal.invite.link')} className="tg-mono" />
      <Button icon={<IconCopy />} disabled={link === ''} onClick={() => void copy(link)}>
        {t('personal.invite.copy')}
      </Button>
    </div>
  );
}

function Earnings({ user: { aff_quota, aff_history_quota, aff_count } }: { user: User }) {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  return (
    <dl className="personal-facts tg-number">
      <dt>{t('personal.invite.waiting')}</dt>
      <dd>{format.quota(aff_quota)}</dd>
      <dt>{t('personal.invite.earned')}</dt>
      <dd>{format.quota(aff_history_quota)}</dd>
      <dt>{t('personal.invite.count')}</dt>
      <dd>{format.count(aff_count)}</dd>
    </dl>
  );
}

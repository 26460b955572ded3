import type { OwnLimit, Token } from '@tollgate/contract';
import { GroupTag, TimeAgo, useFormat, useIsMobile } from '@tollgate/ui/core';
import type { DataColumn } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import { TokenKey } from './token-key.tsx';
import { ScarcestLimit } from './token-limits.tsx';
import { TokenStatusTag } from './token-status-tag.tsx';
import { UsedQuota } from './used-quota.tsx';

interface Extras {
  /** Units per day by token id. */
  usage: ReadonlyMap<number, number[]>;
  /** By token id. Without any limit, the column is left out. */
  limits: ReadonlyMap<number, readonly OwnLimit[]>;
}

export function useTokenColumns({ usage, limits }: Extras): DataColumn<Token>[] {
  const { t } = useTranslation('area.user');
  const ofLimits: DataColumn<Token> = {
    key: 'limits',
    title: t('tokens.field.limits'),
    mobile: 'fact',
    width: 190,
    render: ({ id }) => <ScarcestLimit limits={limits.get(id)} />,
  };
  return [
    {
      key: 'name',
      title: t('tokens.field.name'),
      mobile: 'title',
      render: (token) => <NameAndKey token={token} />,
    },
    {
      key: 'status',
      title: t('tokens.field.status'),
      mobile: 'fact',
      render: (token) => (
        <span className="tokens-status">
          <TokenStatusTag token={token} />
          {token.group && <GroupTag name={token.group} />}
        </span>
      ),
    },
    {
      key: 'used_quota',
      title: t('tokens.field.used'),
      numeric: true,
      render: (token) => <UsedQuota token={token} days={usage.get(token.id)} />,
    },
    {
      key: 'remain_quota',
      title: t('tokens.field.remaining'),
      numeric: true,
      mobile: 'fact',
      render: (token) => <Remaining token={token} />,
    },
    ...(limits.size > 0 ? [ofLimits] : []),
    {
      key: 'created_time',
      title: t('tokens.field.created'),
      render: ({ created_time }) => <TimeAgo at={created_time} />,
    },
    {
      key: 'expired_time',
      title: t('tokens.field.expires'),
      mobile: 'fact',
      render: ({ expired_time }) => <TimeAgo at={expired_time} never={t('tokens.never')} />,
    },
  ];
}

/** The key is under the name; on a phone it is copied from the menu. */
function NameAndKey({ token }: { token: Token }) {
  const isMobile = useIsMobile();
  if (isMobile) return token.name;
  return (
    <span className="tokens-name">
      <span title={token.name}>{token.name}</span>
      <TokenKey token={token} />
    </span>
  );
}

/** Amber once nothing is left: money that needs attention. */
function Remaining({ token }: { token: Token }) {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  if (token.unlimited_quota) return t('tokens.unlimited');
  return (
    <span className={token.remain_quota <= 0 ? 'tokens-attention' : undefined}>
      {format.quota(token.remain_quota)}
    </span>
  );
}
